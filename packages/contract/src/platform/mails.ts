import { z } from 'zod';
import { email } from '../accounts/accounts.ts';
import { id, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

/** `stored`: no mail server is configured, so it waits here to be read. `expired`: its code ended before it could go. */
export const mailStates = ['queued', 'sent', 'failed', 'stored', 'expired'] as const;
export const mailKinds = [
  'sign_in_code',
  'verify_email',
  'reset_password',
  'change_two_factor',
  'address_already_registered',
  'password_changed',
  'invitation',
  'new_account',
  'knowledge_base_withdrawn',
  'conversation',
  'flow',
  'webhook_disabled',
  'test',
] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailSummary = z.object({
  id,
  to: z.string(),
  kind: z.enum(mailKinds),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.number().int(),
  /** Last response of the mail server. */
  lastError: z.string().nullable(),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
});
export type MailSummary = z.infer<typeof mailSummary>;

const shared = { tag: 'Mail', access: 'SettingsSystem' } as const;
const mailParams = z.object({ mailId: id });

export const listMails = defineEndpoint({
  ...shared,
  id: 'listMails',
  summary: 'The outbox, newest first',
  method: 'GET',
  path: '/admin/mails',
  query: z.object({ state: z.enum(mailStates).optional(), ...paging }),
  response: pageOf(mailSummary),
  status: 200,
});

export const getMail = defineEndpoint({
  ...shared,
  id: 'getMail',
  summary:
    'A mail; its text only where no mail server is configured, and never that of a conversation or a flow: both are for their reader alone',
  method: 'GET',
  path: '/admin/mails/:mailId',
  audit: true,
  params: mailParams,
  response: mailSummary.extend({ text: z.string().nullable() }),
  status: 200,
  errors: ['mail.not_found'],
});

export const retryMail = defineEndpoint({
  ...shared,
  id: 'retryMail',
  summary: 'Try to send a mail again that failed, or was stored before a mail server was configured',
  method: 'POST',
  path: '/admin/mails/:mailId/retry',
  params: mailParams,
  response: mailSummary,
  status: 200,
  errors: ['mail.not_found', 'mail.not_retryable', 'mail.not_configured'],
});

export const sendTestMail = defineEndpoint({
  ...shared,
  id: 'sendTestMail',
  summary: 'Send a mail to see whether the mail server takes it; tried once, at once',
  method: 'POST',
  path: '/admin/mails/test',
  body: z.strictObject({ to: email }),
  response: z.object({
    ok: z.boolean(),
    /** What the mail server said, or that none is configured. */
    message: z.string().nullable(),
  }),
  status: 200,
  rateLimit: 'model',
});
