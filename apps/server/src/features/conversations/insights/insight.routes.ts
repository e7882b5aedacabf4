import {
  getAssistantInsights,
  getInsightAnswer,
  listCostlyAnswers,
  listInsightQuestions,
} from '@lectern/contract';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listCostly, listQuestions, readAnswer, readInsights } from './insights.service.ts';

export function insightRoutes(platform: Platform) {
  return [
    route(getAssistantInsights, ({ actor, params, query }) =>
      readInsights(platform, actor, params.assistantId, query),
    ),
    route(listInsightQuestions, ({ actor, params, query }) =>
      listQuestions(platform, actor, params.assistantId, query),
    ),
    route(listCostlyAnswers, ({ actor, params, query }) =>
      listCostly(platform, actor, params.assistantId, query),
    ),
    route(getInsightAnswer, ({ actor, params }) => readAnswer(platform, actor, params)),
  ];
}
