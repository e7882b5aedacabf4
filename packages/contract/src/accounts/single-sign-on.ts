import { z } from 'zod';
import { memberLevel } from '../companies/companies.ts';
import { secret } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { signInOutcome } from './accounts.ts';

/** What people type to reach their company's provider: lower-case letters, digits, hyphens. */
export const signInName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/);

/** OpenID Connect of a company. */
export const ssoSettings = z.object({
  signInName: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** The secret is write-only; shown as `••••last`. Null: a public client. */
  maskedSecret: z.string().nullable(),
  scopes: z.array(z.string()),
  /**
   * A claim that holds the person's groups or role, such as `groups` or `realm_access.roles`, and sets the level at
   * each sign-in. Null: the provider says nothing of levels; new people get the default level, members keep theirs.
   */
  levelClaim: z.string().nullable(),
  /** The highest level of the values that the claim holds counts. */
  levels: z.array(z.object({ value: z.string(), level: memberLevel })),
  /** For new people, and those of whom the claim says nothing; null: they are refused. */
  defaultLevel: memberLevel.nullable(),
  enabled: z.boolean(),
  /** What to enter at the provider. */
  redirectUrl: z.string(),
});
export type SsoSettings = z.infer<typeof ssoSettings>;

const settings = { tag: 'Single sign-on', access: 'SettingsCompany' } as const;

export const getCompanySso = defineEndpoint({
  ...settings,
  id: 'getCompanySso',
  summary: "The company's own sign-in provider; null where it has none",
  method: 'GET',
  path: '/company/sso',
  response: z.object({ sso: ssoSettings.nullable(), redirectUrl: z.string() }),
  status: 200,
});

export const updateCompanySso = defineEndpoint({
  ...settings,
  id: 'updateCompanySso',
  summary: 'Set the provider, after its discovery document was read; a new issuer needs the secret again',
  method: 'PUT',
  path: '/company/sso',
  // Who names the provider could have it vouch for anyone there, and see what people keep to themselves.
  whileImpersonating: 'refused',
  body: z.strictObject({
    signInName,
    issuer: z.url({ protocol: /^https?$/ }).max(2_000),
    clientId: z.string().trim().min(1).max(255),
    /** Left out: the stored one is kept where the issuer is the same. Null: none. */
    clientSecret: secret.nullable().optional(),
    scopes: z
      .array(
        z
          .string()
          .trim()
          .min(1)
          .max(64)
          .regex(/^[^\s"\\]+$/),
      )
      .max(16)
      .default(['openid', 'email', 'profile']),
    levelClaim: z.string().trim().min(1).max(128).nullable().default(null),
    levels: z
      .array(z.strictObject({ value: z.string().trim().min(1).max(255), level: memberLevel }))
      .max(64)
      .default([]),
    defaultLevel: memberLevel.nullable().default(0),
    enabled: z.boolean().default(true),
  }),
  response: ssoSettings,
  status: 200,
  errors: ['sso.name_taken', 'sso.discovery_failed', 'sso.issuer_refused'],
});

export const deleteCompanySso = defineEndpoint({
  ...settings,
  id: 'deleteCompanySso',
  summary: 'Remove the provider; sessions it vouched for end',
  method: 'DELETE',
  path: '/company/sso',
  responseKind: 'none',
  status: 204,
  errors: ['sso.not_found'],
});

export const beginSso = defineEndpoint({
  id: 'beginSso',
  tag: 'Single sign-on',
  summary: 'Where to send the browser, and a verifier that it keeps for the way back',
  method: 'POST',
  path: '/sso/begin',
  access: 'anonymous',
  /** `next`: the page to which the person is led afterwards, as `/login?next=…`. */
  body: z.strictObject({ signInName, next: z.string().max(2_000).optional() }),
  response: z.object({ url: z.string(), verifier: z.string() }),
  status: 200,
  errors: ['sso.not_found', 'sso.discovery_failed', 'sso.issuer_refused'],
  rateLimit: 'guess',
});

export const finishSso = defineEndpoint({
  id: 'finishSso',
  tag: 'Single sign-on',
  summary: 'The session for the ticket that came back, together with the verifier of the same browser',
  method: 'POST',
  path: '/sso/sessions',
  access: 'anonymous',
  audit: true,
  body: z.strictObject({ ticket: z.string().max(128), verifier: z.string().max(128) }),
  response: signInOutcome,
  status: 201,
  errors: [
    'sso.expired',
    'sso.failed',
    'sso.no_level',
    'sso.account_exists',
    'auth.account_disabled',
    'auth.company_disabled',
    'quota.users_reached',
  ],
  rateLimit: 'guess',
});
