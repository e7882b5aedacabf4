import { z } from 'zod';
import { id, name, pageOf, paging, queryBoolean, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

const count = z.number().int().min(0).max(1_000_000_000).nullable();

/** The limits of a package; null: unlimited. */
export const packageLimits = {
  maxUsers: count,
  maxChatbots: count,
  maxKbs: count,
  /** Widgets and API tokens together. */
  maxChatbotIframes: count,
  maxStorageGb: z.number().min(0).max(1_000_000).nullable(),
  /** A calendar month, UTC. */
  maxRequests: count,
  /** A calendar year, UTC. */
  yearlyMaxRequests: count,
} as const;

export const companyPackage = z.object({
  id,
  name: z.string(),
  enabled: z.boolean(),
  /** Companies of people who register themselves get this one; exactly one package is. */
  isSignUpDefault: z.boolean(),
  ...packageLimits,
  companyCount: z.number().int(),
  createdAt: timestamp,
});
export type CompanyPackage = z.infer<typeof companyPackage>;

const packageParams = z.object({ packageId: id });
const shared = { tag: 'Packages', access: 'LecternPackages' } as const;

export const listPackages = defineEndpoint({
  ...shared,
  id: 'listPackages',
  summary: 'The packages that companies can have',
  method: 'GET',
  path: '/admin/packages',
  query: z.object({
    search: z.string().max(255).optional(),
    enabled: queryBoolean.optional(),
    ...paging,
  }),
  response: pageOf(companyPackage),
  status: 200,
});

export const createPackage = defineEndpoint({
  ...shared,
  id: 'createPackage',
  summary: 'Make a package; it is enabled',
  method: 'POST',
  path: '/admin/packages',
  body: z.strictObject({
    name,
    maxUsers: count.default(null),
    maxChatbots: count.default(null),
    maxKbs: count.default(null),
    maxChatbotIframes: count.default(null),
    maxStorageGb: packageLimits.maxStorageGb.default(null),
    maxRequests: count.default(null),
    yearlyMaxRequests: count.default(null),
  }),
  response: companyPackage,
  status: 201,
  errors: ['package.name_taken'],
});

export const updatePackage = defineEndpoint({
  ...shared,
  id: 'updatePackage',
  summary:
    'Change an enabled package; its companies have the new limits at once, and keep what they already have',
  method: 'PATCH',
  path: '/admin/packages/:packageId',
  params: packageParams,
  body: z.strictObject({
    name: name.optional(),
    isSignUpDefault: z.literal(true).optional(),
    maxUsers: count.optional(),
    maxChatbots: count.optional(),
    maxKbs: count.optional(),
    maxChatbotIframes: count.optional(),
    maxStorageGb: packageLimits.maxStorageGb.optional(),
    maxRequests: count.optional(),
    yearlyMaxRequests: count.optional(),
  }),
  response: companyPackage,
  status: 200,
  errors: ['package.not_found', 'package.name_taken', 'package.must_be_enabled'],
});

export const enablePackage = defineEndpoint({
  ...shared,
  id: 'enablePackage',
  summary: 'Let companies have the package again',
  method: 'POST',
  path: '/admin/packages/:packageId/enable',
  params: packageParams,
  response: companyPackage,
  status: 200,
  errors: ['package.not_found'],
});

export const disablePackage = defineEndpoint({
  ...shared,
  id: 'disablePackage',
  summary: 'Give the package to no further company; those that have it keep it',
  method: 'POST',
  path: '/admin/packages/:packageId/disable',
  params: packageParams,
  response: companyPackage,
  status: 200,
  errors: ['package.not_found', 'package.is_sign_up_default'],
});

export const deletePackage = defineEndpoint({
  ...shared,
  id: 'deletePackage',
  summary: 'Delete a disabled package that no company has',
  method: 'DELETE',
  path: '/admin/packages/:packageId',
  params: packageParams,
  responseKind: 'none',
  status: 204,
  errors: ['package.not_found', 'package.must_be_disabled', 'package.in_use', 'package.is_sign_up_default'],
});
