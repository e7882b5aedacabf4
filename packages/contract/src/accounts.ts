import { z } from 'zod';
import { id, name, photo, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { quotaKeys } from './quotas.ts';

/** Longer than 8 characters; the upper end keeps the hash's cost bounded. */
export const passwordLimits = { min: 9, max: 256 } as const;

const password = z.string().min(1).max(passwordLimits.max);
const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
const username = name.pipe(z.string().max(64));

/** Any name that the runtime knows, older ones such as `America/Montreal` included: browsers report those too. */
function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const colorSchemes = ['light', 'dark', 'auto'] as const;

export const company = z.object({
  id,
  name: z.string(),
  kind: z.enum(['personal', 'company']),
  level: z.number().int().min(0).max(3),
});

/** The signed-in person, the company it acts in, and what it may do there. */
export const me = z.object({
  id,
  email: z.string(),
  username: z.string(),
  photo: z.string().nullable(),
  colorScheme: z.enum(colorSchemes),
  timezone: z.string(),
  language: z.enum(languages),
  mustChangePassword: z.boolean(),
  level: z.number().int().min(0).max(3),
  company,
  companies: z.array(company),
  createdAt: timestamp,
});
export type Me = z.infer<typeof me>;

export const getPublicSettings = defineEndpoint({
  id: 'getPublicSettings',
  tag: 'Accounts',
  summary: 'What a page needs before anyone is signed in',
  method: 'GET',
  path: '/settings',
  access: 'anonymous',
  response: z.object({
    version: z.string(),
    signUpEnabled: z.boolean(),
    maxUploadBytes: z.number().int(),
    maxUploadFiles: z.number().int(),
    acceptedExtensions: z.array(z.string()),
  }),
  status: 200,
});

export const signUp = defineEndpoint({
  id: 'signUp',
  tag: 'Accounts',
  summary: 'Create an account with a company of its own',
  method: 'POST',
  path: '/accounts',
  access: 'anonymous',
  body: z.strictObject({ email, username, password, language: z.enum(languages).optional() }),
  response: z.object({ token: z.string(), me }),
  status: 201,
  errors: [
    'account.email_taken',
    'account.username_taken',
    'account.password_too_short',
    'auth.sign_up_disabled',
  ],
  rateLimit: 'guess',
});

export const signIn = defineEndpoint({
  id: 'signIn',
  tag: 'Accounts',
  summary: 'Sign in by e-mail or username',
  method: 'POST',
  path: '/sessions',
  access: 'anonymous',
  body: z.strictObject({ login: z.string().trim().min(1).max(254), password }),
  response: z.object({ token: z.string(), me }),
  status: 201,
  errors: [
    'auth.wrong_credentials',
    'auth.too_many_attempts',
    'auth.account_disabled',
    'auth.company_disabled',
  ],
  rateLimit: 'guess',
});

export const signOut = defineEndpoint({
  id: 'signOut',
  tag: 'Accounts',
  summary: 'End this session',
  method: 'DELETE',
  path: '/sessions/current',
  access: 'signed_in',
  responseKind: 'none',
  status: 204,
});

export const getMe = defineEndpoint({
  id: 'getMe',
  tag: 'Accounts',
  summary: 'The signed-in account and its active company',
  method: 'GET',
  path: '/me',
  access: 'signed_in',
  response: me,
  status: 200,
});

export const updateMe = defineEndpoint({
  id: 'updateMe',
  tag: 'Accounts',
  summary: 'Change the profile; the e-mail stays as registered',
  method: 'PATCH',
  path: '/me',
  access: 'Home',
  body: z.strictObject({
    username: username.optional(),
    photo: photo.nullable().optional(),
    colorScheme: z.enum(colorSchemes).optional(),
    timezone: z.string().max(64).refine(isTimeZone).optional(),
    language: z.enum(languages).optional(),
  }),
  response: me,
  status: 200,
  errors: ['account.username_taken'],
});

export const changePassword = defineEndpoint({
  id: 'changePassword',
  tag: 'Accounts',
  summary: 'Change the password; every other session of the account ends',
  method: 'PUT',
  path: '/me/password',
  access: 'signed_in',
  body: z.strictObject({ currentPassword: password, newPassword: password }),
  response: me,
  status: 200,
  errors: [
    'account.current_password_wrong',
    'account.password_too_short',
    'account.password_unchanged',
    'auth.too_many_attempts',
  ],
  rateLimit: 'guess',
});

export const setActiveCompany = defineEndpoint({
  id: 'setActiveCompany',
  tag: 'Accounts',
  summary: 'Act in another company of the account',
  method: 'PUT',
  path: '/me/company',
  access: 'signed_in',
  body: z.strictObject({ companyId: id }),
  response: me,
  status: 200,
  errors: ['company.not_found', 'auth.company_disabled'],
});

export const companyLimit = z.object({
  quota: z.enum(quotaKeys),
  used: z.number(),
  /** Null: unlimited. Storage in bytes. */
  max: z.number().nullable(),
});

export const getCompanyLimits = defineEndpoint({
  id: 'getCompanyLimits',
  tag: 'Accounts',
  summary: 'The limits of the active company and how much of each is used',
  method: 'GET',
  path: '/me/company/limits',
  access: 'GetCompanyLimits',
  response: z.object({ limits: z.array(companyLimit) }),
  status: 200,
});
