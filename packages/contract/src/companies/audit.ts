import { z } from 'zod';
import { id, paging, timestamp } from '../core/common.ts';

/** Old and new value of a setting, such as a switch, a limit or a level. */
export const auditChange = z.object({
  field: z.string(),
  from: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  to: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});
export type AuditChange = z.infer<typeof auditChange>;

/** A change, as the audit log keeps it: which fields were sent, and of settings their values. */
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
  via: z.enum(['session', 'api_token', 'widget']),
  /** The call's id, such as `createUser`. */
  action: z.string(),
  /** What it was about, such as a name or an e-mail; empty where the call says nothing of it. */
  subject: z.string(),
  /** Names of the fields that were sent. */
  fields: z.array(z.string()),
  /** Of the settings that took another value. */
  changes: z.array(auditChange),
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
