import {
  createApiToken,
  levels,
  listAllApiTokens,
  listApiTokens,
  revokeAnyApiToken,
  revokeApiToken,
} from '@lectern/contract';
import { authorize } from '../../platform/authorized.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { apiTokenPolicy } from './api-token.policy.ts';
import { deleteApiTokenRow, findApiToken, listApiTokenPage, listApiTokenRows } from './api-token.queries.ts';
import { createApiTokenFor, presentApiToken } from './api-token.service.ts';

const ofEveryCompany = 'the administrator sees the tokens of every company';

export function apiTokenRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(listApiTokens, ({ actor }) =>
      database.withActor(actor, async (tx) => {
        const own = actor.level >= levels.COMPANY ? undefined : actor.accountId;
        return { items: (await listApiTokenRows(tx, own)).map(presentApiToken) };
      }),
    ),
    route(createApiToken, ({ actor, body, audit }) => {
      audit(body.name);
      return createApiTokenFor(platform, actor, body);
    }),
    route(revokeApiToken, ({ actor, params, audit }) =>
      database.withActor(actor, async (tx) => {
        const found = await findApiToken(tx, params.apiTokenId);
        const token = authorize(apiTokenPolicy, actor, 'delete', found?.token);
        audit(token.name);
        await deleteApiTokenRow(tx, token);
      }),
    ),
    route(listAllApiTokens, ({ query }) =>
      database.acrossCompanies(ofEveryCompany, async (tx) => {
        const { rows, total } = await listApiTokenPage(tx, query);
        const items = rows.map((row) => ({
          ...presentApiToken(row),
          companyId: row.token.companyId,
          companyName: row.companyName,
        }));
        return { items, total };
      }),
    ),
    route(revokeAnyApiToken, ({ actor, params, audit }) =>
      database.acrossCompanies(ofEveryCompany, async (tx) => {
        const found = await findApiToken(tx, params.apiTokenId);
        const token = authorize(apiTokenPolicy, actor, 'delete', found?.token);
        if (found) audit(token.name, { id: token.companyId, name: found.companyName });
        await deleteApiTokenRow(tx, token);
      }),
    ),
  ];
}
