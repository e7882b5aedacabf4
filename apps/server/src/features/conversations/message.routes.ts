import {
  askQuestion,
  compareModels,
  decideToolCall,
  deleteMessage,
  explainAnswer,
  listAskableDocuments,
  rateAnswer,
  regenerateAnswer,
  resumeAnswer,
  stopAnswer,
  withdrawRating,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { rateAnswer as rate } from './answer-feedback.service.ts';
import type { Answers } from './answers/answer-stream.service.ts';
import { ask, compare, deletePair, findAnswerToResume, regenerate, stop } from './conversation.service.ts';
import { readExplanation } from './explanation.service.ts';
import { listNameable } from './named-documents/named-document.service.ts';
import { decideOnTool } from './tool-decision.service.ts';

export function messageRoutes(platform: Platform, answers: Answers) {
  const { answerer } = answers;
  return [
    route(listAskableDocuments, ({ actor, params, query }) =>
      listNameable(platform, actor, params.assistantId, query),
    ),
    route(askQuestion, async ({ actor, params, body, language, signal }) => {
      answers.checkMayRead(actor);
      const { live, assistantId } = await ask(
        platform,
        answerer,
        actor,
        params.conversationId,
        body,
        language,
      );
      return answers.sendLive(live, { actor, assistantId, signal });
    }),
    route(compareModels, ({ actor, params, body, language }) =>
      compare(platform, answerer, actor, params.conversationId, body, language),
    ),
    route(resumeAnswer, async ({ actor, params, query, language, signal }) => {
      answers.checkMayRead(actor);
      // Before the stream begins, so that a foreign id is a status and not an event.
      const { row, assistantId } = await findAnswerToResume(platform, actor, params);
      return answers.resume(row, { actor, assistantId, signal }, { after: query.after, language });
    }),
    route(stopAnswer, ({ actor, params, language }) => stop(platform, answerer, actor, params, language)),
    route(regenerateAnswer, async ({ actor, params, language, signal }) => {
      answers.checkMayRead(actor);
      const { conversationId, messageId } = params;
      const { live, assistantId } = await regenerate(
        platform,
        answerer,
        actor,
        conversationId,
        messageId,
        language,
      );
      return answers.sendLive(live, { actor, assistantId, signal });
    }),
    route(explainAnswer, ({ actor, params }) => readExplanation(platform, actor, params)),
    route(decideToolCall, ({ actor, params, body, audit }) =>
      decideOnTool(platform, actor, params, body.allow, audit),
    ),
    route(rateAnswer, ({ actor, params, body, language }) => rate(platform, actor, params, body, language)),
    route(withdrawRating, ({ actor, params, language }) => rate(platform, actor, params, null, language)),
    route(deleteMessage, ({ actor, params }) => deletePair(platform, actor, params)),
  ];
}
