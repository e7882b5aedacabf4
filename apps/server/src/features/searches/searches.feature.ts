import { defineFeature } from '../../platform/feature.ts';
import { searchRoutes } from './search.routes.ts';
import { createSummarizer } from './summary.service.ts';

export const searchesFeature = defineFeature({
  routes: (platform) => {
    const summarizer = createSummarizer(platform);
    return { routes: searchRoutes(platform, summarizer), close: summarizer.close };
  },
});
