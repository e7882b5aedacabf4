import { z } from 'zod';
import { companyLimit } from '../companies/company-limits.ts';
import { id, name, photo, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { languages } from '../core/languages.ts';

/** Longer than 8 characters; the upper end keeps the hash's cost bounded. */
export const passwordLimits = { min: 9, max: 256 } as const;

export const password = z.string().min(1).max(passwordLimits.max);
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** Not an address: with somebody else's as a name, an account could pass for theirs. */
export const username = name
  .pipe(z.string().max(64))
  .refine((text) => !/\S@\S/.test(text), { error: 'email_as_name' });

/** Any name that the runtime knows, older ones such as `America/Montreal` included: browsers report those too. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const colorSchemes = ['light', 'dark', 'auto'] as const;

/** How numbers are written: 1,234.56 · 1.234,56 · 1 234,56; `auto`: as the language does. */
export const numberFormats = ['auto', 'comma', 'point', 'space'] as const;

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
  numberFormat: z.enum(numberFormats),
  timezone: z.string(),
  language: z.enum(languages),
  mustChangePassword: z.boolean(),
  emailVerified: z.boolean(),
  /** Signing in asks for a code that is mailed. */
  twoFactor: z.boolean(),
  level: z.number().int().min(0).max(3),
  /** How this session began; with `single_sign_on` it stays in the company whose provider vouched. */
  signedInWith: z.enum(['password', 'single_sign_on']),
  /** Set while an administrator acts as this company: who, and until when. */
  impersonation: z.object({ administrator: z.string(), expiresAt: timestamp }).nullable(),
  company,
  companies: z.array(company),
  createdAt: timestamp,
});
export type Me = z.infer<typeof me>;

/** A code of six digits that was mailed: single use, ten minutes, bound to this challenge. */
export const codeLimits = { digits: 6, minutes: 10, tries: 5 } as const;
export const challengeKinds = ['sign_in', 'verify_email', 'reset_password', 'change_two_factor'] as const;

export const challenge = z.object({
  id,
  kind: z.enum(challengeKinds),
  /** The address the code went to, all but its ends hidden. */
  sentTo: z.string(),
  expiresAt: timestamp,
});
export type Challenge = z.infer<typeof challenge>;

/** Signed in, or a mailed code is asked for first. */
export const signInOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('signed_in'),
    token: z.string(),
    me,
    /** Sent with the next sign-in, it keeps strangers who guess elsewhere from locking this device out. */
    deviceToken: z.string().optional(),
  }),
  z.object({ outcome: z.literal('code_required'), challenge }),
]);
export type SignInOutcome = z.infer<typeof signInOutcome>;

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
    /** Whether some company has its own sign-in provider. */
    singleSignOn: z.boolean(),
    /** Without a mail server codes and invitations wait in the administrator's outbox; the page says so. */
    mailConfigured: z.boolean(),
    /** The currency of prices and costs, ISO 4217. */
    currency: z.string(),
    maxUploadBytes: z.number().int(),
    maxUploadFiles: z.number().int(),
    acceptedExtensions: z.array(z.string()),
  }),
  status: 200,
});

export const signUp = defineEndpoint({
  id: 'signUp',
  tag: 'Accounts',
  summary:
    'Create an account with a company of its own; where addresses are verified, known and unknown ones get the same answer',
  method: 'POST',
  path: '/accounts',
  access: 'anonymous',
  body: z.strictObject({
    email,
    username,
    password,
    language: z.enum(languages).optional(),
    /** From an invitation's mail: the account joins that company, also where registration is switched off. */
    invitationToken: z.string().max(64).optional(),
  }),
  response: signInOutcome,
  status: 201,
  errors: [
    'account.email_taken',
    'account.username_taken',
    'account.password_too_short',
    'auth.sign_up_disabled',
    'invitation.not_found',
    'invitation.for_another',
    'quota.users_reached',
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
  audit: true,
  body: z.strictObject({
    login: z.string().trim().min(1).max(254),
    password,
    deviceToken: z.string().max(1_000).optional(),
  }),
  response: signInOutcome,
  status: 201,
  errors: [
    'auth.wrong_credentials',
    'auth.too_many_attempts',
    'auth.account_disabled',
    'auth.company_disabled',
    'auth.no_company',
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
  scope: 'any',
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
  whileImpersonating: 'refused',
  body: z.strictObject({
    username: username.optional(),
    photo: photo.nullable().optional(),
    colorScheme: z.enum(colorSchemes).optional(),
    numberFormat: z.enum(numberFormats).optional(),
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
  whileImpersonating: 'refused',
  withSingleSignOn: 'refused',
  audit: true,
  body: z.strictObject({
    currentPassword: password,
    newPassword: password,
    /** Also ends the API tokens that the account made. */
    endApiTokens: z.boolean().default(false),
  }),
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

export const session = z.object({
  id,
  current: z.boolean(),
  signedInWith: z.enum(['password', 'single_sign_on']),
  companyName: z.string(),
  /** As the browser named itself; null where it did not. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  expiresAt: timestamp,
});
export type Session = z.infer<typeof session>;

export const listSessions = defineEndpoint({
  id: 'listSessions',
  tag: 'Accounts',
  summary: 'Where the account is signed in',
  method: 'GET',
  path: '/me/sessions',
  access: 'Home',
  whileImpersonating: 'refused',
  withSingleSignOn: 'refused',
  response: z.object({ items: z.array(session) }),
  status: 200,
});

export const revokeSession = defineEndpoint({
  id: 'revokeSession',
  tag: 'Accounts',
  summary: 'End one session of the account',
  method: 'DELETE',
  path: '/me/sessions/:sessionId',
  access: 'Home',
  whileImpersonating: 'refused',
  withSingleSignOn: 'refused',
  audit: true,
  params: z.object({ sessionId: id }),
  responseKind: 'none',
  status: 204,
  errors: ['session.not_found'],
});

export const revokeOtherSessions = defineEndpoint({
  id: 'revokeOtherSessions',
  tag: 'Accounts',
  summary: 'End every session of the account but this one',
  method: 'DELETE',
  path: '/me/sessions',
  access: 'Home',
  whileImpersonating: 'refused',
  withSingleSignOn: 'refused',
  audit: true,
  responseKind: 'none',
  status: 204,
});

export const setActiveCompany = defineEndpoint({
  id: 'setActiveCompany',
  tag: 'Accounts',
  summary: 'Act in another company of the account',
  method: 'PUT',
  path: '/me/company',
  access: 'signed_in',
  whileImpersonating: 'refused',
  withSingleSignOn: 'refused',
  body: z.strictObject({ companyId: id }),
  response: me,
  status: 200,
  errors: ['company.not_found', 'auth.company_disabled', 'auth.two_factor_required'],
});

export const getCompanyLimits = defineEndpoint({
  id: 'getCompanyLimits',
  tag: 'Accounts',
  summary: 'The limits of the active company and how much of each is used',
  method: 'GET',
  path: '/me/company/limits',
  access: 'GetCompanyLimits',
  scope: 'any',
  response: z.object({ limits: z.array(companyLimit) }),
  status: 200,
});
