import { defineFeature } from '../../platform/feature.ts';
import { curatedAnswerRoutes } from './curated-answer.routes.ts';

export const curatedAnswersFeature = defineFeature({ routes: curatedAnswerRoutes });
