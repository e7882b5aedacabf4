import { defineFeature } from '../../platform/feature.ts';
import { createAnswerer } from './answer.service.ts';
import { conversationRoutes } from './conversation.routes.ts';
import { settleAllSilentAnswers } from './settle-answers.service.ts';

export const conversationsFeature = defineFeature({
  routes: (platform) => {
    const answerer = createAnswerer(platform);
    return { routes: conversationRoutes(platform, answerer), close: answerer.close };
  },
  maintenance: [{ name: 'interrupted answers', run: ({ database }) => settleAllSilentAnswers(database) }],
});
