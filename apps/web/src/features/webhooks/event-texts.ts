import type { WebhookEventType } from '@lectern/contract';

/** Where the texts of an event are. */
export const eventKeys = {
  'conversation.finished': 'conversationFinished',
  'feedback.given': 'feedbackGiven',
  'question.unanswered': 'questionUnanswered',
  'document.parsed': 'documentParsed',
  'document.failed': 'documentFailed',
  'import.finished': 'importFinished',
  'limit.near': 'limitNear',
  'limit.reached': 'limitReached',
  'member.joined': 'memberJoined',
} as const satisfies Record<WebhookEventType, string>;
