import { defineFeature } from '../../platform/feature.ts';
import { estimateRoutes } from './estimate.routes.ts';

export const estimatesFeature = defineFeature({ routes: estimateRoutes });
