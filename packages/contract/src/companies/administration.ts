import { z } from 'zod';
import { email, me, username } from '../accounts/accounts.ts';
import { id, name, pageOf, paging, queryBoolean, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { languages } from '../core/languages.ts';
import { modelOffer } from '../models/local-models.ts';
import { model } from '../models/models.ts';
import { auditEntry, auditQuery } from './audit.ts';
import { memberLevel } from './companies.ts';
import { companyLimit } from './company-limits.ts';

/** A company as the administrator sees it in the list. */
export const managedCompany = z.object({
  id,
  name: z.string(),
  kind: z.enum(['personal', 'company']),
  enabled: z.boolean(),
  package: z.object({ id, name: z.string() }),
  /** The first member of level COMPANY, or the person of a personal company; null where there is none. */
  ownerEmail: z.string().nullable(),
  /** With open invitations, as the package's limit counts them. */
  users: z.number().int(),
  storageBytes: z.number(),
  requestsThisMonth: z.number().int(),
  createdAt: timestamp,
});
export type ManagedCompany = z.infer<typeof managedCompany>;

const companyParams = z.object({ companyId: id });
const companies = { tag: 'Administration', access: 'SettingsLecternAdmin' } as const;

export const listCompanies = defineEndpoint({
  ...companies,
  id: 'listCompanies',
  summary: 'Every company of the platform',
  method: 'GET',
  path: '/admin/companies',
  query: z.object({
    search: z.string().max(255).optional(),
    kind: z.enum(['personal', 'company']).optional(),
    enabled: queryBoolean.optional(),
    packageId: id.optional(),
    sort: z.enum(['name', 'users', 'storage', 'requests', 'created']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    ...paging,
  }),
  response: pageOf(managedCompany),
  status: 200,
});

export const getPlatformOverview = defineEndpoint({
  ...companies,
  id: 'getPlatformOverview',
  summary: 'Figures of the whole platform, and what needs attention',
  method: 'GET',
  path: '/admin/overview',
  response: z.object({
    companies: z.object({
      total: z.number().int(),
      disabled: z.number().int(),
      newThisMonth: z.number().int(),
    }),
    accounts: z.number().int(),
    requestsThisMonth: z.number().int(),
    mails: z.object({ waiting: z.number().int(), failed: z.number().int() }),
    /** `failed`: given up in the last day. */
    jobs: z.object({ queued: z.number().int(), active: z.number().int(), failed: z.number().int() }),
    /** Limits of companies that are reached or soon will be, the fullest first; 10 at most. */
    limits: z.array(companyLimit.extend({ companyId: id, companyName: z.string() })),
    modelOffer,
  }),
  status: 200,
});

export const createCompany = defineEndpoint({
  ...companies,
  id: 'createCompany',
  summary:
    'Make a company with its first member of level COMPANY: a new account, whose password is generated, mailed and shown this once, or an existing one',
  method: 'POST',
  path: '/admin/companies',
  body: z.strictObject({
    name,
    packageId: id,
    email,
    /** For a new account; by default what is before the @. */
    username: username.optional(),
    language: z.enum(languages).optional(),
  }),
  response: z.object({
    company: managedCompany,
    /** Null where the account existed before. */
    generatedPassword: z.string().nullable(),
  }),
  status: 201,
  errors: [
    'company.name_taken',
    'package.not_found',
    'package.must_be_enabled',
    'account.email_taken',
    'account.username_taken',
    'quota.users_reached',
  ],
});

export const getManagedCompany = defineEndpoint({
  ...companies,
  id: 'getManagedCompany',
  summary: 'A company with its use of each limit and its people',
  method: 'GET',
  path: '/admin/companies/:companyId',
  params: companyParams,
  response: managedCompany.extend({
    limits: z.array(companyLimit),
    members: z.array(
      z.object({ accountId: id, email: z.string(), username: z.string(), level: memberLevel }),
    ),
  }),
  status: 200,
  errors: ['company.not_found'],
});

export const updateManagedCompany = defineEndpoint({
  ...companies,
  id: 'updateManagedCompany',
  summary: 'Rename an enabled company or give it another package; it keeps what it already has',
  method: 'PATCH',
  path: '/admin/companies/:companyId',
  params: companyParams,
  body: z.strictObject({ name: name.optional(), packageId: id.optional() }),
  response: managedCompany,
  status: 200,
  errors: [
    'company.not_found',
    'company.name_taken',
    'company.must_be_enabled',
    'package.not_found',
    'package.must_be_enabled',
  ],
});

export const enableCompany = defineEndpoint({
  ...companies,
  id: 'enableCompany',
  summary: 'Let the people of the company in again',
  method: 'POST',
  path: '/admin/companies/:companyId/enable',
  params: companyParams,
  response: managedCompany,
  status: 200,
  errors: ['company.not_found'],
});

export const disableCompany = defineEndpoint({
  ...companies,
  id: 'disableCompany',
  summary: 'Lock the company: nobody signs in to it, its tokens stop, its jobs wait',
  method: 'POST',
  path: '/admin/companies/:companyId/disable',
  params: companyParams,
  response: managedCompany,
  status: 200,
  errors: ['company.not_found', 'company.own'],
});

export const deleteCompany = defineEndpoint({
  ...companies,
  id: 'deleteCompany',
  summary:
    'Delete a disabled company with all that belongs to it, accounts that are in no other company included; it is gone at once and cleared in the background',
  method: 'DELETE',
  path: '/admin/companies/:companyId',
  params: companyParams,
  body: z.strictObject({ name: z.string().max(255) }),
  responseKind: 'none',
  status: 202,
  errors: ['company.not_found', 'company.must_be_disabled', 'company.name_mismatch', 'company.own'],
});

export const impersonateCompany = defineEndpoint({
  ...companies,
  id: 'impersonateCompany',
  summary: 'Act as the company for 60 minutes, after typing its name; all of it is in the audit log',
  method: 'POST',
  path: '/admin/companies/:companyId/impersonation',
  params: companyParams,
  body: z.strictObject({ name: z.string().max(255) }),
  response: z.object({ token: z.string(), me }),
  status: 201,
  errors: [
    'company.not_found',
    'company.name_mismatch',
    'company.must_be_enabled',
    'company.nobody_to_act_as',
  ],
});

export const impersonationMinutes = 60;

export const endImpersonation = defineEndpoint({
  id: 'endImpersonation',
  tag: 'Administration',
  summary: "End acting as a company; the administrator's own session goes on",
  method: 'DELETE',
  path: '/impersonation',
  access: 'signed_in',
  responseKind: 'none',
  status: 204,
});

/** An account as the administrator sees it. */
export const managedAccount = z.object({
  id,
  email: z.string(),
  username: z.string(),
  photo: z.string().nullable(),
  isAdmin: z.boolean(),
  active: z.boolean(),
  emailVerified: z.boolean(),
  twoFactor: z.boolean(),
  mustChangePassword: z.boolean(),
  companies: z.array(
    z.object({ id, name: z.string(), kind: z.enum(['personal', 'company']), level: memberLevel }),
  ),
  lastSeenAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type ManagedAccount = z.infer<typeof managedAccount>;

const accounts = { tag: 'Administration', access: 'SettingsAdminCreateUser' } as const;
const accountParams = z.object({ accountId: id });

export const listAccounts = defineEndpoint({
  ...accounts,
  id: 'listAccounts',
  summary: 'Every account of the platform',
  method: 'GET',
  path: '/admin/accounts',
  query: z.object({
    search: z.string().max(255).optional(),
    companyId: id.optional(),
    isAdmin: queryBoolean.optional(),
    active: queryBoolean.optional(),
    ...paging,
  }),
  response: pageOf(managedAccount),
  status: 200,
});

export const createAccount = defineEndpoint({
  ...accounts,
  id: 'createAccount',
  summary:
    'Make an account, in a company or with a personal one. Its password is generated, mailed, shown this once, and must be changed at first sign-in',
  method: 'POST',
  path: '/admin/accounts',
  body: z.strictObject({
    email,
    username,
    /** Null: a personal company on the sign-up package. */
    companyId: id.nullable().default(null),
    level: memberLevel.default(0),
    language: z.enum(languages).optional(),
  }),
  response: z.object({ account: managedAccount, generatedPassword: z.string() }),
  status: 201,
  errors: [
    'account.email_taken',
    'account.username_taken',
    'company.not_found',
    'company.must_be_enabled',
    'quota.users_reached',
  ],
});

export const updateAccount = defineEndpoint({
  ...accounts,
  id: 'updateAccount',
  summary:
    'Enable, disable, or make an administrator; never oneself. A disabled account is signed out everywhere',
  method: 'PATCH',
  path: '/admin/accounts/:accountId',
  params: accountParams,
  body: z.strictObject({ active: z.boolean().optional(), isAdmin: z.boolean().optional() }),
  response: managedAccount,
  status: 200,
  errors: ['account.not_found', 'account.own'],
});

export const promoteAccount = defineEndpoint({
  ...accounts,
  id: 'promoteAccount',
  summary: "Make a real company of an account's personal one: the account becomes its COMPANY-level owner",
  method: 'POST',
  path: '/admin/promotions',
  body: z.strictObject({ email, companyName: name, packageId: id }),
  response: managedCompany,
  status: 200,
  errors: [
    'account.not_found',
    'account.no_personal_company',
    'company.must_be_enabled',
    'company.name_taken',
    'package.not_found',
    'package.must_be_enabled',
  ],
});

export const listModelsOfAccount = defineEndpoint({
  ...accounts,
  id: 'listModelsOfAccount',
  summary: 'The models that an account may use in each of its companies; keys are never shown',
  method: 'GET',
  path: '/admin/accounts/:accountId/models',
  params: accountParams,
  response: z.object({
    companies: z.array(z.object({ id, name: z.string(), models: z.array(model) })),
  }),
  status: 200,
  errors: ['account.not_found'],
});

export const listAuditLog = defineEndpoint({
  id: 'listAuditLog',
  tag: 'Administration',
  summary: 'What was changed on the platform and in every company, by whom, newest first',
  method: 'GET',
  path: '/admin/audit-log',
  access: 'SettingsSystem',
  query: auditQuery.extend({
    companyId: id.optional(),
    /** Only what administrators did as a company. */
    impersonated: queryBoolean.optional(),
  }),
  response: pageOf(auditEntry),
  status: 200,
});
