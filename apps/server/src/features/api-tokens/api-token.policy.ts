import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';
import type { ApiTokenRow } from './api-token.table.ts';

/** People see and revoke their own tokens; company owners, every token of the company. Nobody edits one. */
export const apiTokenPolicy = definePolicy<ApiTokenRow>({ notFound: 'api_token.not_found' }).allow(
  ['read', 'delete'],
  (actor, token) => token.accountId === actor.accountId || actor.level >= levels.COMPANY,
);
