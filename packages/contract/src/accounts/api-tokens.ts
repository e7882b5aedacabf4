import { z } from 'zod';
import { id, name, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { apiScopes } from '../core/scopes.ts';

/** A token acts as the person who made it, within its scopes, and stops with that person's membership. */
export const apiToken = z.object({
  id,
  name: z.string(),
  /** The beginning and the last four characters, such as `lat_3fK9…x2Qw`. */
  hint: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdBy: z.string(),
  /** Null: does not expire. */
  expiresAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type ApiToken = z.infer<typeof apiToken>;

export const listApiTokens = defineEndpoint({
  id: 'listApiTokens',
  tag: 'API tokens',
  summary: "The person's own tokens; those who run the company see all of the company",
  method: 'GET',
  path: '/company/api-tokens',
  access: 'SettingsCompanyTokens',
  response: z.object({ items: z.array(apiToken) }),
  status: 200,
});

export const createApiToken = defineEndpoint({
  id: 'createApiToken',
  tag: 'API tokens',
  summary: 'Make a token; it is shown this once. It counts toward the limit of widgets and tokens',
  method: 'POST',
  path: '/company/api-tokens',
  access: 'SettingsCompanyTokens',
  whileImpersonating: 'refused',
  audit: true,
  body: z.strictObject({
    name: name.pipe(z.string().max(64)),
    scopes: z.array(z.enum(apiScopes)).min(1).max(apiScopes.length),
    /** Null: does not expire. */
    expiresInDays: z.number().int().min(1).max(3_650).nullable().default(90),
  }),
  response: z.object({ apiToken, token: z.string() }),
  status: 201,
  errors: ['api_token.name_taken', 'api_token.must_expire', 'quota.iframes_reached'],
});

const tokenParams = z.object({ apiTokenId: id });

export const revokeApiToken = defineEndpoint({
  id: 'revokeApiToken',
  tag: 'API tokens',
  summary: 'End a token at once',
  method: 'DELETE',
  path: '/company/api-tokens/:apiTokenId',
  access: 'SettingsCompanyTokens',
  audit: true,
  params: tokenParams,
  responseKind: 'none',
  status: 204,
  errors: ['api_token.not_found'],
});

export const listAllApiTokens = defineEndpoint({
  id: 'listAllApiTokens',
  tag: 'API tokens',
  summary: 'The tokens of every company, newest first',
  method: 'GET',
  path: '/admin/api-tokens',
  access: 'SettingsApi',
  query: z.object({
    /** Of names of tokens, companies and makers, and of hints. */
    search: z.string().max(255).optional(),
    ...paging,
  }),
  response: pageOf(apiToken.extend({ companyId: id, companyName: z.string() })),
  status: 200,
});

export const revokeAnyApiToken = defineEndpoint({
  id: 'revokeAnyApiToken',
  tag: 'API tokens',
  summary: "End any company's token at once",
  method: 'DELETE',
  path: '/admin/api-tokens/:apiTokenId',
  access: 'SettingsApi',
  params: tokenParams,
  responseKind: 'none',
  status: 204,
  errors: ['api_token.not_found'],
});
