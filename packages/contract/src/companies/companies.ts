import { z } from 'zod';
import { email, username } from '../accounts/accounts.ts';
import { id, name, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { languages } from '../core/languages.ts';
import { auditEntry, auditQuery } from './audit.ts';
import { packageLimits } from './packages.ts';

/** A level that a member may have: USER, ELEVATED_USER or COMPANY. */
export const memberLevel = z.number().int().min(0).max(2);

/** The active company, for those who run it. */
export const companySettings = z.object({
  id,
  name: z.string(),
  kind: z.enum(['personal', 'company']),
  /** Every member's sign-in asks for a mailed code. */
  requireTwoFactor: z.boolean(),
  /** Members may share conversations with people outside the company. */
  publicLinks: z.boolean(),
  package: z.object({ name: z.string(), ...packageLimits }),
  createdAt: timestamp,
});
export type CompanySettings = z.infer<typeof companySettings>;

export const getCompany = defineEndpoint({
  id: 'getCompany',
  tag: 'Company',
  summary: 'The active company and its package',
  method: 'GET',
  path: '/company',
  access: 'SettingsCompany',
  response: companySettings,
  status: 200,
});

export const updateCompany = defineEndpoint({
  id: 'updateCompany',
  tag: 'Company',
  summary: 'Rename the company, or change what is required of and allowed to its members',
  method: 'PATCH',
  path: '/company',
  access: 'SettingsCompany',
  body: z.strictObject({
    name: name.optional(),
    requireTwoFactor: z.boolean().optional(),
    publicLinks: z.boolean().optional(),
  }),
  response: companySettings,
  status: 200,
  errors: ['company.name_taken', 'auth.codes_unreadable'],
});

/** A person in a company. `id` is the membership's. */
export const member = z.object({
  id,
  accountId: id,
  email: z.string(),
  username: z.string(),
  photo: z.string().nullable(),
  level: memberLevel,
  /** The account itself may be disabled by the administrator. */
  active: z.boolean(),
  mustChangePassword: z.boolean(),
  twoFactor: z.boolean(),
  /** The last use of a session in this company; null: never. */
  lastSeenAt: timestamp.nullable(),
  joinedAt: timestamp,
});
export type Member = z.infer<typeof member>;

export const listMembers = defineEndpoint({
  id: 'listMembers',
  tag: 'Company',
  summary: 'The people of the company',
  method: 'GET',
  path: '/company/members',
  access: 'SettingsTeam',
  query: z.object({ search: z.string().max(255).optional(), ...paging }),
  response: pageOf(member),
  status: 200,
});

const memberParams = z.object({ memberId: id });

export const updateMember = defineEndpoint({
  id: 'updateMember',
  tag: 'Company',
  summary: "Change a member's level; the company keeps one member of level COMPANY at least",
  method: 'PATCH',
  path: '/company/members/:memberId',
  access: 'SettingsTeam',
  params: memberParams,
  body: z.strictObject({ level: memberLevel }),
  response: member,
  status: 200,
  errors: ['member.not_found', 'member.last_owner'],
});

export const removeMember = defineEndpoint({
  id: 'removeMember',
  tag: 'Company',
  summary: 'Take a person out of the company; what it made stays, its sessions and tokens there end',
  method: 'DELETE',
  path: '/company/members/:memberId',
  access: 'SettingsTeam',
  params: memberParams,
  responseKind: 'none',
  status: 204,
  errors: ['member.not_found', 'member.last_owner'],
});

/** An invitation that waits for an answer. It counts toward `max_users`. */
export const invitation = z.object({
  id,
  email: z.string(),
  level: memberLevel,
  invitedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
});
export type Invitation = z.infer<typeof invitation>;

export const invitationDays = 14;

export const listInvitations = defineEndpoint({
  id: 'listInvitations',
  tag: 'Company',
  summary: 'Invitations that wait for an answer',
  method: 'GET',
  path: '/company/invitations',
  access: 'SettingsTeam',
  response: z.object({ items: z.array(invitation) }),
  status: 200,
});

export const createInvitation = defineEndpoint({
  id: 'createInvitation',
  tag: 'Company',
  summary: 'Invite a person by e-mail, with or without an account',
  method: 'POST',
  path: '/company/invitations',
  access: 'SettingsTeam',
  body: z.strictObject({ email, level: memberLevel.default(0) }),
  response: invitation,
  status: 201,
  errors: ['member.exists', 'invitation.exists', 'quota.users_reached', 'auth.too_many_attempts'],
});

const invitationParams = z.object({ invitationId: id });

export const resendInvitation = defineEndpoint({
  id: 'resendInvitation',
  tag: 'Company',
  summary: 'Mail the invitation again, with a new link and a new term',
  method: 'POST',
  path: '/company/invitations/:invitationId/resend',
  access: 'SettingsTeam',
  params: invitationParams,
  response: invitation,
  status: 200,
  errors: ['invitation.not_found', 'auth.too_many_attempts'],
});

export const withdrawInvitation = defineEndpoint({
  id: 'withdrawInvitation',
  tag: 'Company',
  summary: 'Withdraw an invitation; its link stops working',
  method: 'DELETE',
  path: '/company/invitations/:invitationId',
  access: 'SettingsTeam',
  params: invitationParams,
  responseKind: 'none',
  status: 204,
  errors: ['invitation.not_found'],
});

export const createUser = defineEndpoint({
  id: 'createUser',
  tag: 'Company',
  summary:
    'Make an account in the company. Its password is generated, mailed, shown this once, and must be changed at first sign-in',
  method: 'POST',
  path: '/company/users',
  access: 'SettingsCompanyCreateUser',
  body: z.strictObject({
    email,
    username,
    level: z.number().int().min(0).max(1).default(0),
    language: z.enum(languages).optional(),
  }),
  response: z.object({
    member,
    /** Null for an administrator who acts as the company: the password is mailed only. */
    generatedPassword: z.string().nullable(),
  }),
  status: 201,
  errors: ['account.email_taken', 'account.username_taken', 'quota.users_reached'],
});

/** What an invited person sees of an invitation, which they agree to or refuse. */
export const receivedInvitation = z.object({
  id,
  companyName: z.string(),
  email: z.string(),
  level: memberLevel,
  invitedBy: z.string(),
  expiresAt: timestamp,
});
export type ReceivedInvitation = z.infer<typeof receivedInvitation>;

export const getInvitation = defineEndpoint({
  id: 'getInvitation',
  tag: 'Company',
  summary: 'The invitation behind the link in a mail',
  method: 'GET',
  path: '/invitations/:token',
  access: 'anonymous',
  params: z.object({ token: z.string().max(64) }),
  response: receivedInvitation.extend({ hasAccount: z.boolean() }),
  status: 200,
  errors: ['invitation.not_found'],
  rateLimit: 'guess',
});

export const listMyInvitations = defineEndpoint({
  id: 'listMyInvitations',
  tag: 'Company',
  summary: "Invitations to the account's address; none while the address is not verified",
  method: 'GET',
  path: '/me/invitations',
  access: 'Home',
  whileImpersonating: 'refused',
  withSingleSignOn: 'refused',
  response: z.object({ items: z.array(receivedInvitation) }),
  status: 200,
});

const answerToInvitation = {
  tag: 'Company',
  access: 'Home',
  whileImpersonating: 'refused',
  withSingleSignOn: 'refused',
  audit: true,
  /** The token of the mailed link, for an account whose address is not verified: holding it proves the address. */
  body: z.strictObject({ token: z.string().max(64).optional() }),
} as const;

export const acceptInvitation = defineEndpoint({
  ...answerToInvitation,
  id: 'acceptInvitation',
  summary: 'Agree: the account becomes a member',
  method: 'POST',
  path: '/me/invitations/:invitationId/accept',
  params: invitationParams,
  response: z.object({ companyId: id, companyName: z.string() }),
  status: 200,
  errors: ['invitation.not_found', 'member.exists', 'quota.users_reached'],
});

export const refuseInvitation = defineEndpoint({
  ...answerToInvitation,
  id: 'refuseInvitation',
  summary: 'Refuse; the place is free again',
  method: 'POST',
  path: '/me/invitations/:invitationId/refuse',
  params: invitationParams,
  responseKind: 'none',
  status: 204,
  errors: ['invitation.not_found'],
});

/** Which members may use an assistant. */
export const assistantRights = z.object({
  assistantId: id,
  assistantName: z.string(),
  avatar: z.string().nullable(),
  ownerName: z.string(),
  audience: z.enum(['everyone', 'chosen']),
  /** Accounts that may use it where the audience is `chosen`; its owner and those who run the company always may. */
  accountIds: z.array(id),
});
export type AssistantRights = z.infer<typeof assistantRights>;

export const listAssistantRights = defineEndpoint({
  id: 'listAssistantRights',
  tag: 'Company',
  summary: 'Who may use which assistant',
  method: 'GET',
  path: '/company/assistant-rights',
  access: 'SettingsChatbotRights',
  query: z.object({ search: z.string().max(255).optional(), ...paging }),
  response: pageOf(assistantRights),
  status: 200,
});

export const updateAssistantRights = defineEndpoint({
  id: 'updateAssistantRights',
  tag: 'Company',
  summary: 'Open an assistant to everyone, or to chosen members',
  method: 'PUT',
  path: '/company/assistant-rights/:assistantId',
  access: 'SettingsChatbotRights',
  params: z.object({ assistantId: id }),
  body: z.strictObject({
    audience: z.enum(['everyone', 'chosen']),
    accountIds: z.array(id).max(2_000).default([]),
  }),
  response: assistantRights,
  status: 200,
  errors: ['assistant.not_found', 'member.not_found'],
});

export const listCompanyAudit = defineEndpoint({
  id: 'listCompanyAudit',
  tag: 'Company',
  summary: 'What was changed in the company, by whom; also what an administrator did as the company',
  method: 'GET',
  path: '/company/audit-log',
  access: 'SettingsTeam',
  query: auditQuery,
  response: pageOf(auditEntry),
  status: 200,
});
