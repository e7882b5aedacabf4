import {
  askAsVisitor,
  createVisitorConversation,
  getVisitorConversation,
  getWidgetButton,
  introduceVisitor,
  listVisitorConversations,
  openCitedDocument,
  openVisit,
  previewWidget,
  rateVisitorAnswer,
  resumeVisitorAnswer,
  stopVisitorAnswer,
} from '@lectern/contract';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rateAnswer } from '../../conversations/answer-feedback.service.ts';
import { answersOf } from '../../conversations/answers/answer-stream.service.ts';
import { readConversation } from '../../conversations/branches/branch.service.ts';
import { ask, findAnswerToResume, stop } from '../../conversations/conversation.service.ts';
import { beginVisit, previewVisit, readButton } from './open-visit.service.ts';
import { showMessage, showStream } from './present-visitor.ts';
import {
  beginConversation,
  introduce,
  listOwnConversations,
  readCitedDocument,
  readSources,
} from './visitor-conversation.service.ts';

/** More than a visitor reads at once. */
const mostMessages = 200;

/** The bearer of a visit that begins is the public id of the widget, as it stands in the address of the page. */
const publicIdOf = (authorization: string | undefined) =>
  /^Bearer (lwi_[A-Za-z0-9_-]{43})$/.exec(authorization ?? '')?.[1] ?? '';

export function visitorRoutes(platform: Platform) {
  const answers = answersOf(platform);
  return [
    route(getWidgetButton, async ({ params, request, reply }) => {
      const { origin } = request.headers;
      const button = await readButton(platform, params.publicId, origin);
      // The script runs on pages of the widget's sites; credentials are never sent along.
      if (origin) reply.header('access-control-allow-origin', origin).header('vary', 'origin');
      return button;
    }),
    route(openVisit, ({ body, request }) =>
      beginVisit(platform, publicIdOf(request.headers.authorization), body),
    ),
    route(previewWidget, ({ actor, params }) => previewVisit(platform, actor, params.widgetId)),
    route(introduceVisitor, ({ actor, body }) => introduce(platform, actor, body)),
    route(listVisitorConversations, ({ actor }) => listOwnConversations(platform, actor)),
    route(createVisitorConversation, ({ actor }) => beginConversation(platform, actor)),
    route(getVisitorConversation, async ({ actor, params, language }) => {
      const sources = await readSources(platform, actor);
      const { id, name, createdAt, updatedAt, messages } = await readConversation(
        platform,
        actor,
        params.conversationId,
        language,
        { limit: mostMessages },
      );
      return {
        ...{ id, name, createdAt, updatedAt },
        messages: messages.map((message) => showMessage(message, { sources, language })),
      };
    }),
    route(askAsVisitor, async ({ actor, params, body, language, signal }) => {
      answers.checkMayRead(actor);
      const sources = await readSources(platform, actor);
      const question = { ...body, fileIds: [], documentIds: [] };
      const { live, assistantId } = await ask(
        platform,
        answers.answerer,
        actor,
        params.conversationId,
        question,
        language,
      );
      return showStream(answers.sendLive(live, { actor, assistantId, signal }), { sources, language });
    }),
    route(resumeVisitorAnswer, async ({ actor, params, query, language, signal }) => {
      answers.checkMayRead(actor);
      const sources = await readSources(platform, actor);
      const { row, assistantId } = await findAnswerToResume(platform, actor, params);
      const reader = { actor, assistantId, signal };
      const stream = answers.resume(row, reader, { after: query.after, language });
      return showStream(stream, { sources, language });
    }),
    route(stopVisitorAnswer, async ({ actor, params, language }) => {
      const sources = await readSources(platform, actor);
      const message = await stop(platform, answers.answerer, actor, params, language);
      return showMessage(message, { sources, language });
    }),
    route(rateVisitorAnswer, async ({ actor, params, body: { rating, text }, language }) => {
      const sources = await readSources(platform, actor);
      const feedback = rating === null ? null : { rating, text };
      const message = await rateAnswer(platform, actor, params, feedback, language);
      return showMessage(message, { sources, language });
    }),
    route(openCitedDocument, ({ actor, params, request }) =>
      readCitedDocument(platform, actor, params, request.headers.range),
    ),
  ];
}
