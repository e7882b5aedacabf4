import {
  type ApiToken,
  AppError,
  type BodyOf,
  type createApiToken,
  type Level,
  levels,
} from '@lectern/contract';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { newId, type SystemTx } from '../../platform/database/database.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import { generateToken, hashToken } from '../../platform/token.ts';
import { accounts } from '../accounts/account.table.ts';
import { companies, memberships } from '../companies/company.table.ts';
import {
  type ApiTokenWithNames,
  findApiToken,
  insertApiToken,
  isTokenNameTaken,
  touchApiToken,
} from './api-token.queries.ts';
import { apiTokens } from './api-token.table.ts';

/** Writing `lastUsedAt` on every call would double the cost of reads. */
const touchEveryMinutes = 5;

const maxDaysWithSingleSignOn = 90;

export function presentApiToken({ token, createdBy }: ApiTokenWithNames): ApiToken {
  return {
    id: token.id,
    name: token.name,
    hint: token.hint,
    scopes: token.scopes,
    createdBy,
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    createdAt: token.createdAt.toISOString(),
  };
}

export function createApiTokenFor(
  { database }: Platform,
  actor: Actor,
  input: BodyOf<typeof createApiToken>,
) {
  const { expiresInDays } = input;
  // Whoever leaves the provider must lose access some day, even where nobody removes the member here.
  if (
    actor.signedInWith === 'single_sign_on' &&
    (expiresInDays === null || expiresInDays > maxDaysWithSingleSignOn)
  )
    throw new AppError('api_token.must_expire', { days: maxDaysWithSingleSignOn });
  return database.withActor(actor, async (tx) => {
    const place = await takeQuota(tx, actor.companyId, 'iframes', 1);
    if (await isTokenNameTaken(tx, input.name))
      throw new AppError('api_token.name_taken', { name: input.name });
    const token = generateToken('lat');
    const id = newId();
    await insertApiToken(
      tx,
      {
        id,
        companyId: actor.companyId,
        accountId: actor.accountId,
        name: input.name,
        tokenHash: hashToken(token),
        hint: `${token.slice(0, 8)}…${token.slice(-4)}`,
        scopes: [...new Set(input.scopes)],
        signedInWith: actor.signedInWith,
        expiresAt:
          input.expiresInDays === null ? null : new Date(Date.now() + input.expiresInDays * 86_400_000),
      },
      place,
    );
    return { apiToken: presentApiToken((await findApiToken(tx, id)) as ApiTokenWithNames), token };
  });
}

function selectTokens(tx: SystemTx, condition: SQL) {
  return tx
    .select({
      id: apiTokens.id,
      accountId: apiTokens.accountId,
      companyId: apiTokens.companyId,
      scopes: apiTokens.scopes,
      level: memberships.level,
      active: accounts.active,
      mustChangePassword: accounts.mustChangePassword,
      companyEnabled: companies.enabled,
      companyDeletedAt: companies.deletedAt,
      expired: sql<boolean>`coalesce(${apiTokens.expiresAt} <= now(), false)`,
      stale: sql<boolean>`coalesce(${apiTokens.lastUsedAt} < now() - make_interval(mins => ${touchEveryMinutes}), true)`,
    })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.accountId))
    .innerJoin(companies, eq(companies.id, apiTokens.companyId))
    .innerJoin(
      memberships,
      and(eq(memberships.companyId, apiTokens.companyId), eq(memberships.accountId, apiTokens.accountId)),
    )
    .where(condition);
}

type FoundToken = Awaited<ReturnType<typeof selectTokens>>[number];

/** As whom the token acts; throws why it no longer does. */
function actorOf(row: FoundToken | undefined): Omit<Actor, 'language'> {
  if (!row || row.expired || row.companyDeletedAt) throw new AppError('auth.token_invalid');
  if (!row.active) throw new AppError('auth.account_disabled');
  if (!row.companyEnabled) throw new AppError('auth.company_disabled');
  return {
    accountId: row.accountId,
    companyId: row.companyId,
    level: Math.min(row.level, levels.COMPANY) as Level,
    via: 'api_token',
    sessionId: null,
    signedInWith: 'password',
    apiToken: { id: row.id, scopes: row.scopes },
    mustChangePassword: row.mustChangePassword,
  };
}

/**
 * The actor behind an API token: the person who created it, with that person's current level, but never as an
 * administrator. The token stops working when that person is disabled or leaves the company.
 */
export async function findActorOfApiToken(
  tx: SystemTx,
  token: string,
  request: FastifyRequest,
): Promise<Actor> {
  const [row] = await selectTokens(tx, eq(apiTokens.tokenHash, hashToken(token)));
  const actor = actorOf(row);
  if (row?.stale) await touchApiToken(tx, row.id);
  return { ...actor, language: languageOf(request) };
}

/** Today's actors of those among these tokens that still work. */
export async function recheckApiTokens(
  tx: SystemTx,
  ids: string[],
): Promise<Map<string, Omit<Actor, 'language'>>> {
  const rows = ids.length === 0 ? [] : await selectTokens(tx, inArray(apiTokens.id, ids));
  return new Map(
    rows.flatMap((row): [string, Omit<Actor, 'language'>][] => {
      try {
        return [[row.id, actorOf(row)]];
      } catch {
        return [];
      }
    }),
  );
}
