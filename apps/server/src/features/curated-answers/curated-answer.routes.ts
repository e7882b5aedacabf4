import {
  createCuratedAnswer,
  deleteCuratedAnswer,
  listCuratedAnswers,
  matchCuratedAnswer,
  updateCuratedAnswer,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { addAnswer, changeAnswer, findMatch, listAnswers, removeAnswer } from './curated-answer.service.ts';

export function curatedAnswerRoutes(platform: Platform) {
  return [
    route(listCuratedAnswers, ({ actor, params, query }) =>
      listAnswers(platform, actor, params.assistantId, query),
    ),
    route(createCuratedAnswer, ({ actor, params, body }) =>
      addAnswer(platform, actor, params.assistantId, body),
    ),
    route(updateCuratedAnswer, ({ actor, params, body }) =>
      changeAnswer(platform, actor, params.curatedAnswerId, body),
    ),
    route(deleteCuratedAnswer, async ({ actor, params, audit }) => {
      audit(await removeAnswer(platform, actor, params.curatedAnswerId));
    }),
    route(matchCuratedAnswer, ({ actor, params, body }) =>
      findMatch(platform, actor, params.assistantId, body.question),
    ),
  ];
}
