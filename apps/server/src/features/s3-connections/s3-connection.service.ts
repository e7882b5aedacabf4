import {
  AppError,
  type BodyOf,
  type browseS3Connection,
  type createS3Connection,
  errorText,
  type Language,
  type QueryOf,
  type S3Connection,
  type testS3Connection,
  type updateS3Connection,
} from '@lectern/contract';
import { asc, count, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import type { Platform } from '../../platform/platform.ts';
import { secretEnding } from '../../platform/secret-ending.ts';
import { findRefusal } from './object-refusal.ts';
import { type BucketPlace, secretContext, withBucket, withConnection } from './s3-bucket.service.ts';
import { s3ConnectionPolicy } from './s3-connection.policy.ts';
import { deleteConnectionRow, insertConnection, updateConnectionRow } from './s3-connection.queries.ts';
import { type S3ConnectionRow, s3Connections } from './s3-connection.table.ts';

const mostConnections = 50;

export function presentConnection(row: S3ConnectionRow): S3Connection {
  const { companyId: _, sealedSecret: __, createdAt, ...fields } = row;
  return { ...fields, createdAt: createdAt.toISOString() };
}

export async function getConnection(tx: Tx, id: string): Promise<S3ConnectionRow> {
  const [row] = await tx.select().from(s3Connections).where(eq(s3Connections.id, id));
  if (!row) throw new AppError('s3.connection_not_found');
  return row;
}

export function listConnections({ database }: Platform, actor: Actor): Promise<S3Connection[]> {
  return database.withActor(actor, async (tx) =>
    (
      await tx
        .select()
        .from(s3Connections)
        .orderBy(asc(sql`lower(${s3Connections.name})`))
    ).map(presentConnection),
  );
}

/** Checks the address when it is saved, not only when it is first used. */
async function checkAddress({ companyOutbound }: Platform, endpoint: string | null): Promise<void> {
  if (endpoint === null) return;
  await companyOutbound.check(endpoint).catch((error) => {
    // A name that does not resolve today may do so tomorrow; a refused address stays refused.
    if ((error as { code?: string }).code === 'outbound_refused') throw new AppError('s3.address_refused');
  });
}

/** Serializes changes of names in the company. */
async function checkName(tx: Tx, companyId: string, name: string, exceptId?: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`s3 connections of ${companyId}`}, 0))`,
  );
  const rows = await tx
    .select({ id: s3Connections.id })
    .from(s3Connections)
    .where(isSameName(s3Connections.name, name));
  if (rows.some((row) => row.id !== exceptId)) throw new AppError('s3.name_taken', { name });
}

export async function addConnection(
  platform: Platform,
  actor: Actor,
  { secretAccessKey, ...place }: BodyOf<typeof createS3Connection>,
): Promise<S3Connection> {
  await checkAddress(platform, place.endpoint);
  return platform.database.withActor(actor, async (tx) => {
    await checkName(tx, actor.companyId, place.name);
    const [counted] = await tx.select({ rows: count() }).from(s3Connections);
    if ((counted?.rows ?? 0) >= mostConnections)
      throw new AppError('s3.too_many_connections', { max: mostConnections });
    const id = newId();
    const sealed = seal(platform, id, secretAccessKey);
    return presentConnection(
      await insertConnection(tx, { ...place, id, companyId: actor.companyId, ...sealed }),
    );
  });
}

function seal({ secrets }: Platform, id: string, secret: string) {
  return { sealedSecret: secrets.encrypt(secret, secretContext(id)), secretEnding: secretEnding(secret) };
}

/** A kept secret never goes to another address than the one it was given for. */
function takeSecret(
  { secrets }: Platform,
  row: S3ConnectionRow | undefined,
  place: BucketPlace,
  given: string | undefined,
): string {
  if (given !== undefined) return given;
  const same =
    row !== undefined &&
    row.endpoint === place.endpoint &&
    row.region === place.region &&
    row.accessKeyId === place.accessKeyId;
  if (!same) throw new AppError('s3.secret_needed');
  return secrets.decrypt(row.sealedSecret, secretContext(row.id));
}

export async function changeConnection(
  platform: Platform,
  actor: Actor,
  id: string,
  { secretAccessKey, ...place }: BodyOf<typeof updateS3Connection>,
): Promise<S3Connection> {
  await checkAddress(platform, place.endpoint);
  return platform.database.withActor(actor, async (tx) => {
    const row = authorize(s3ConnectionPolicy, actor, 'update', await getConnection(tx, id));
    await checkName(tx, actor.companyId, place.name, id);
    const secret = takeSecret(platform, row, place, secretAccessKey);
    const changed = await updateConnectionRow(tx, row, { ...place, ...seal(platform, id, secret) });
    if (!changed) throw new AppError('s3.connection_not_found');
    return presentConnection(changed);
  });
}

/** Returns the name of the deleted connection. */
export function removeConnection({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const row = authorize(s3ConnectionPolicy, actor, 'delete', await getConnection(tx, id));
    await deleteConnectionRow(tx, row);
    return row.name;
  });
}

export async function tryConnection(
  platform: Platform,
  actor: Actor,
  { s3ConnectionId, secretAccessKey, ...place }: BodyOf<typeof testS3Connection>,
  { language, signal }: { language: Language; signal: AbortSignal },
) {
  const row =
    s3ConnectionId === undefined
      ? undefined
      : await platform.database.withActor(actor, (tx) => getConnection(tx, s3ConnectionId));
  const secret = takeSecret(platform, row, place, secretAccessKey);
  try {
    await withBucket(platform, place, secret, (bucket) => bucket.list({ prefix: '', signal }));
    return { ok: true, message: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, message: errorText(error.code, language, error.details) };
  }
}

export async function browse(
  platform: Platform,
  actor: Actor,
  id: string,
  { prefix, cursor }: QueryOf<typeof browseS3Connection>,
  signal: AbortSignal,
) {
  const row = await platform.database.withActor(actor, (tx) => getConnection(tx, id));
  const page = await withConnection(platform, row, (bucket) =>
    bucket.list({ prefix, delimiter: '/', cursor, limit: 200, signal }),
  );
  return {
    prefixes: page.prefixes,
    // Some programs mark a folder by an empty object of its name.
    objects: page.objects
      .filter(({ key }) => key !== prefix && !key.endsWith('/'))
      .map(({ key, size, modifiedAt }) => ({
        key,
        sizeBytes: size,
        modifiedAt: modifiedAt?.toISOString() ?? null,
        refusal: findRefusal(key, size)?.code ?? null,
      })),
    nextCursor: page.nextCursor ?? null,
  };
}
