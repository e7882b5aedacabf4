import { z } from 'zod';

/** How the statements of an answer are checked: not at all, by their words, or by a model. */
export const claimChecks = ['off', 'words', 'model'] as const;
export type ClaimCheck = (typeof claimChecks)[number];

export const claimStatuses = ['supported', 'partly', 'unsupported', 'unsourced'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** What holding an answer against its sources came to. */
export const answerSupport = z.object({
  checker: z.enum(['words', 'model']),
  /** 0–1: the share of its statements that their sources support, a partly supported one as half; null: it states nothing. */
  score: z.number().nullable(),
  statements: z.array(
    z.object({
      /** Where it is in the answer. */
      start: z.number().int(),
      end: z.number().int(),
      status: z.enum(claimStatuses),
      /** Why it is not supported, where the check by words can tell: a number or a negation that its sources do not have. */
      reason: z.enum(['number', 'negation']).nullable(),
      citations: z.array(z.number().int()),
    }),
  ),
});
export type AnswerSupport = z.infer<typeof answerSupport>;
