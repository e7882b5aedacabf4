import { z } from 'zod';
import { id, paging, timestamp } from '../core/common.ts';

/** A change, as the audit log keeps it. Values that were sent are not kept: only which fields, and what it was about. */
export const auditEntry = z.object({
  id,
  at: timestamp,
  companyId: id.nullable(),
  companyName: z.string().nullable(),
  /** Names as they were then. */
  accountId: id.nullable(),
  accountName: z.string(),
  /** The administrator who acted as the company, if one did. */
  impersonatedBy: z.string().nullable(),
  via: z.enum(['session', 'api_token']),
  /** The call's id, such as `createUser`. */
  action: z.string(),
  /** What it was about, such as a name or an e-mail; empty where the call says nothing of it. */
  subject: z.string(),
  /** Names of the fields that were sent. */
  fields: z.array(z.string()),
  /** HTTP status of the answer; null: the process died before it. */
  status: z.number().int().nullable(),
  /** The error's code where it was refused. */
  errorCode: z.string().nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditQuery = z.object({
  /** Of names, subjects and actions. */
  search: z.string().max(255).optional(),
  action: z.string().max(64).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  ...paging,
});
