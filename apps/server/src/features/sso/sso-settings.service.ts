import { AppError, type BodyOf, type SsoSettings, type updateCompanySso } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany } from '../../platform/quota.ts';
import { secretEnding } from '../../platform/secret-ending.ts';
import { openProvider } from './oidc-client.ts';
import { deleteIdentities, endVouchedSessions, findProvider, hasUsableProvider } from './sso.queries.ts';
import { type SsoProviderRow, ssoProviders } from './sso.table.ts';

/**
 * Where a provider sends the browser back. Each company has an address of its own, so that what one company's
 * provider was asked for never counts as another's answer.
 */
export function redirectUrlOf(platform: Platform, companyId: string): string {
  return `${platform.publicUrl()}/api/v1/sso/callback/${companyId}`;
}

/** Ties the sealed secret to its company and to whom it may be told. */
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
    maskedSecret: row.sealedSecret === null ? null : `••••${row.secretEnding ?? ''}`,
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

/** People paste the address of the document as often as the issuer. */
function issuerOf(address: string): string {
  return address.trim().replace(/\/\.well-known\/openid-configuration$/, '');
}

/** Saves what was read from the provider itself, never what merely was typed. */
export async function saveSettings(
  platform: Platform,
  actor: Actor,
  { clientSecret, issuer: given, ...input }: BodyOf<typeof updateCompanySso>,
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
    // A stored secret is told to nobody but the issuer that it was entered for.
    const kept = sameIssuer && clientSecret === undefined;
    const values = {
      ...input,
      issuer,
      sealedSecret: kept
        ? old.sealedSecret
        : clientSecret
          ? secrets.encrypt(clientSecret, secretContext({ companyId, issuer }))
          : null,
      secretEnding: kept ? old.secretEnding : clientSecret ? secretEnding(clientSecret) : null,
      updatedAt: new Date(),
    };
    const [row] = await tx
      .insert(ssoProviders)
      .values({ companyId, ...values })
      .onConflictDoUpdate({ target: ssoProviders.companyId, set: values })
      .returning();
    // To another client the same provider may name its people otherwise.
    const replaced = old !== undefined && !(sameIssuer && old.clientId === input.clientId);
    if (replaced) await deleteIdentities(tx, companyId);
    if (replaced || !input.enabled) await endVouchedSessions(tx, companyId);
    return present(platform, row as SsoProviderRow);
  });
}

/** Removes the provider with all it brought about; the accounts stay, and are found again by their e-mail. */
export function deleteSettings({ database }: Platform, actor: Actor): Promise<string> {
  const { companyId } = actor;
  return database.acrossCompanies('sessions belong to no company', async (tx) => {
    await lockCompany(tx, companyId);
    const old = await findProvider(tx, companyId);
    if (!old) throw new AppError('sso.not_found');
    await tx.delete(ssoProviders).where(eq(ssoProviders.companyId, companyId));
    await deleteIdentities(tx, companyId);
    await endVouchedSessions(tx, companyId);
    return old.issuer;
  });
}

/** Whether anyone can sign in by a company's provider at all. Called across companies. */
export function hasSso(tx: Tx): Promise<boolean> {
  return hasUsableProvider(tx);
}
