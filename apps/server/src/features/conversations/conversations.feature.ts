import { defineFeature } from '../../platform/feature.ts';
import { onAssistantDeleted } from '../assistants/assistant.service.ts';
import { createAnswerer } from './answer.service.ts';
import { deleteConversationsOfAssistant } from './conversation.queries.ts';
import { conversationRoutes } from './conversation.routes.ts';
import { endAllStaleAnswers, stopAnswersOf } from './end-answers.service.ts';

export const conversationsFeature = defineFeature({
  routes: (platform) => {
    const answerer = createAnswerer(platform);
    return { routes: conversationRoutes(platform, answerer), close: answerer.close };
  },
  maintenance: [{ name: 'interrupted answers', run: ({ database }) => endAllStaleAnswers(database) }],
  connections: [
    onAssistantDeleted.on(async (tx, assistant) => {
      await stopAnswersOf(tx, { assistantId: assistant.id });
      await deleteConversationsOfAssistant(tx, assistant);
    }),
  ],
});
