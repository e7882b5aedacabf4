import { z } from 'zod';

/** What the person who asked thinks of an answer. A thumbs down says why. */
export const answerFeedback = z.object({
  rating: z.enum(['up', 'down']),
  text: z.string(),
});
export type AnswerFeedback = z.infer<typeof answerFeedback>;
