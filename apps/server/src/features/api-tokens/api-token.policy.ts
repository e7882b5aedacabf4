import { levels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Policy } from '../../platform/authorized.ts';
import type { ApiTokenRow } from './api-token.table.ts';

function mayManage(actor: Actor, token: ApiTokenRow): boolean {
  return token.accountId === actor.accountId || actor.level >= levels.COMPANY;
}

/** A person sees and ends its own; whoever runs the company, all of it. Nobody changes one. */
export const apiTokenPolicy: Policy<ApiTokenRow, 'read' | 'delete'> = {
  notFound: 'api_token.not_found',
  forbidden: 'api_token.not_found',
  rules: { read: mayManage, delete: mayManage },
};
