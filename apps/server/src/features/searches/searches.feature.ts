import { defineFeature } from '../../platform/feature.ts';
import { searchRoutes } from './search.routes.ts';
import { createSummarizer } from './summary.service.ts';
import { bookLostSummaries } from './summary-calls.service.ts';

export const searchesFeature = defineFeature({
  routes: (platform) => {
    const summarizer = createSummarizer(platform);
    return { routes: searchRoutes(platform, summarizer), close: summarizer.close };
  },
  maintenance: [{ name: 'summaries of crashed processes', run: bookLostSummaries }],
});
