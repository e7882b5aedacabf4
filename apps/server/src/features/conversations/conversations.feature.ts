import { defineFeature } from '../../platform/feature.ts';
import { onAssistantDeleted } from '../assistants/assistant.service.ts';
import { answersOf } from './answers/answer-stream.service.ts';
import { endAllStaleAnswers, stopAnswersOf } from './answers/end-answers.service.ts';
import { deleteConversationsOfAssistant } from './conversation.queries.ts';
import { conversationRoutes } from './conversation.routes.ts';
import { clearFilesLeftBehind } from './files/conversation-files.service.ts';
import { insightRoutes } from './insights/insight.routes.ts';
import { messageRoutes } from './message.routes.ts';
import { voiceRoutes } from './voice/voice.routes.ts';

export const conversationsFeature = defineFeature({
  routes: (platform) => {
    const answers = answersOf(platform);
    return {
      routes: [
        ...conversationRoutes(platform),
        ...messageRoutes(platform, answers),
        ...voiceRoutes(platform),
        ...insightRoutes(platform),
      ],
      close: answers.close,
    };
  },
  maintenance: [
    { name: 'interrupted answers', run: ({ database }) => endAllStaleAnswers(database) },
    { name: 'files of conversations', run: clearFilesLeftBehind },
  ],
  connections: [
    onAssistantDeleted.on(async (tx, assistant) => {
      await stopAnswersOf(tx, { assistantId: assistant.id });
      await deleteConversationsOfAssistant(tx, assistant);
    }),
  ],
});
