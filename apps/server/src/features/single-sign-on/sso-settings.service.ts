import { type BodyOf, maskSecret, type SsoSettings, type updateCompanySso } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany } from '../../platform/quota.ts';
import { secretEnding } from '../../platform/secret-ending.ts';
import { deleteSsoSessions } from '../accounts/session.queries.ts';
import { deleteSsoApiTokens } from '../api-tokens/api-token.queries.ts';
import { openProvider } from './oidc-client.ts';
import { ssoPolicy } from './sso.policy.ts';
import {
  deleteAttemptsOfCompany,
  deleteIdentities,
  deleteProvider,
  findProvider,
  hasUsableProvider,
  upsertProvider,
} from './sso.queries.ts';
import type { SsoProviderRow } from './sso.table.ts';

/**
 * Where a provider redirects the browser. Each company has its own address, so that the answer of one company's
 * provider is never accepted for another company.
 */
export function redirectUrlOf(platform: Platform, companyId: string): string {
  return `${platform.publicUrl()}/api/v1/sso/callback/${companyId}`;
}

/** Binds the encrypted secret to its company and its issuer. */
function secretContext({ companyId, issuer }: Pick<SsoProviderRow, 'companyId' | 'issuer'>): string {
  return `sso:${companyId}:${issuer}`;
}

export function openSecret({ secrets }: Platform, row: SsoProviderRow): string | null {
  return row.sealedSecret === null ? null : secrets.decrypt(row.sealedSecret, secretContext(row));
}

function present(platform: Platform, row: SsoProviderRow): SsoSettings {
  return {
    signInName: row.signInName,
    issuer: row.issuer,
    clientId: row.clientId,
    maskedSecret: row.sealedSecret === null ? null : maskSecret(row.secretEnding),
    scopes: row.scopes,
    levelClaim: row.levelClaim,
    levels: row.levels,
    defaultLevel: row.defaultLevel,
    enabled: row.enabled,
    redirectUrl: redirectUrlOf(platform, row.companyId),
  };
}

export async function readSettings(platform: Platform, actor: Actor) {
  const row = await platform.database.withActor(actor, (tx) => findProvider(tx, actor.companyId));
  return { sso: row ? present(platform, row) : null, redirectUrl: redirectUrlOf(platform, actor.companyId) };
}

/** People often paste the address of the discovery document instead of the issuer. */
function issuerOf(address: string): string {
  return address.trim().replace(/\/\.well-known\/openid-configuration$/, '');
}

/** Saves the issuer that the provider itself reports, not the one that was typed. */
export async function saveSettings(
  platform: Platform,
  actor: Actor,
  { clientSecret, issuer: given, ...input }: BodyOf<typeof updateCompanySso>,
  audit: Audit,
): Promise<SsoSettings> {
  const { database, secrets } = platform;
  const { companyId } = actor;
  const { issuer } = await openProvider(platform, {
    issuer: issuerOf(given),
    clientId: input.clientId,
    secret: clientSecret ?? null,
  });
  return database.acrossCompanies('sessions belong to no company', async (tx) => {
    await lockCompany(tx, companyId);
    const old = await findProvider(tx, companyId);
    const sameIssuer = old?.issuer === issuer;
    // A stored secret is sent only to the issuer for which it was entered.
    const keepsSecret = sameIssuer && clientSecret === undefined;
    const values = {
      ...input,
      issuer,
      sealedSecret: keepsSecret
        ? old.sealedSecret
        : clientSecret
          ? secrets.encrypt(clientSecret, secretContext({ companyId, issuer }))
          : null,
      secretEnding: keepsSecret ? old.secretEnding : clientSecret ? secretEnding(clientSecret) : null,
      updatedAt: new Date(),
    };
    const owner = authorize(ssoPolicy, actor, 'update', { companyId });
    const row = await upsertProvider(tx, owner, values);
    audit.changed(old ?? {}, {
      issuer,
      clientId: row.clientId,
      enabled: row.enabled,
      defaultLevel: row.defaultLevel,
    });
    // For another client the same provider may use other subjects.
    const replaced = old !== undefined && !(sameIssuer && old.clientId === input.clientId);
    if (replaced) await deleteIdentities(tx, owner);
    if (replaced || !input.enabled) {
      await deleteAttemptsOfCompany(tx, owner);
      await deleteSsoSessions(tx, owner);
      await deleteSsoApiTokens(tx, owner);
    }
    return present(platform, row);
  });
}

/** Deletes the provider, its identities and sessions. The accounts stay, and are linked again by their address. */
export function deleteSettings({ database }: Platform, actor: Actor): Promise<string> {
  const { companyId } = actor;
  return database.acrossCompanies('sessions belong to no company', async (tx) => {
    await lockCompany(tx, companyId);
    const provider = authorize(ssoPolicy, actor, 'delete', await findProvider(tx, companyId));
    await deleteProvider(tx, provider);
    await deleteIdentities(tx, provider);
    await deleteAttemptsOfCompany(tx, provider);
    await deleteSsoSessions(tx, provider);
    await deleteSsoApiTokens(tx, provider);
    return provider.issuer;
  });
}

/** Whether any company has a usable provider. Called across companies. */
export function hasSso(tx: Tx): Promise<boolean> {
  return hasUsableProvider(tx);
}
