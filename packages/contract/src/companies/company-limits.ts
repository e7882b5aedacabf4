import { z } from 'zod';
import { quotaKeys } from '../core/quotas.ts';

/** Use of one limit of a company. */
export const companyLimit = z.object({
  quota: z.enum(quotaKeys),
  used: z.number(),
  /** Null: unlimited. Storage in bytes. */
  max: z.number().nullable(),
});
export type CompanyLimit = z.infer<typeof companyLimit>;

/** From this share of a limit on, people are warned. */
export const limitWarningShare = 0.8;
