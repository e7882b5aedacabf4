import { defineFeature } from '../../platform/feature.ts';
import { studyGuideRoutes } from './study-guide.routes.ts';

export const studyGuidesFeature = defineFeature({ routes: studyGuideRoutes });
