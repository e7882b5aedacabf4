import {
  AppError,
  type BodyOf,
  type createFlowCredential,
  type FlowCredential,
  levels,
  type updateFlowCredential,
} from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import { authorize, definePolicy } from '../../../platform/authorized.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { secretEnding } from '../../../platform/secret-ending.ts';
import { listFlowsNaming } from '../flow.queries.ts';
import {
  deleteFlowCredentialRow,
  findFlowCredential,
  insertFlowCredential,
  isFlowCredentialNameTaken,
  listFlowCredentialRows,
  updateFlowCredentialRow,
} from './flow-credential.queries.ts';
import type { FlowCredentialRow } from './flow-credential.table.ts';

const mostCredentials = 200;

/** Whoever edits the company's flows keeps what they sign in with. */
const flowCredentialPolicy = definePolicy<FlowCredentialRow>({ notFound: 'flow_credential.not_found' }).allow(
  ['read', 'update', 'delete'],
  ({ level }) => level >= levels.COMPANY,
);

async function load<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  return authorize(flowCredentialPolicy, actor, action, await findFlowCredential(tx, id));
}

async function present(tx: Tx, rows: FlowCredentialRow[]): Promise<FlowCredential[]> {
  const uses = await listFlowsNaming(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, host, secretEnding, createdAt, updatedAt }) => ({
    id,
    name,
    host,
    secretEnding,
    usedBy: uses.filter(({ namedId }) => namedId === id).map((flow) => ({ id: flow.id, name: flow.name })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

const presentOne = async (tx: Tx, row: FlowCredentialRow) => (await present(tx, [row]))[0] as FlowCredential;

const secretContext = (id: string) => `flow-credential:${id}`;

const seal = ({ secrets }: Platform, id: string, secret: string) => ({
  sealedSecret: secrets.encrypt(secret, secretContext(id)),
  secretEnding: secretEnding(secret),
});

export function listCredentials({ database }: Platform, actor: Actor) {
  return database.withActor(actor, async (tx) => ({
    items: await present(tx, await listFlowCredentialRows(tx)),
  }));
}

export function addCredential(
  platform: Platform,
  actor: Actor,
  { name, host, secret }: BodyOf<typeof createFlowCredential>,
): Promise<FlowCredential> {
  return platform.database.withActor(actor, async (tx) => {
    if ((await listFlowCredentialRows(tx)).length >= mostCredentials)
      throw new AppError('flow_credential.too_many', { max: mostCredentials });
    const id = newId();
    const { companyId } = actor;
    const row = await insertFlowCredential(tx, { id, companyId, name, host, ...seal(platform, id, secret) });
    if (!row) throw new AppError('flow_credential.name_taken', { name });
    return presentOne(tx, row);
  });
}

export function changeCredential(
  platform: Platform,
  actor: Actor,
  id: string,
  { name, host, secret }: BodyOf<typeof updateFlowCredential>,
): Promise<FlowCredential> {
  return platform.database.withActor(actor, async (tx) => {
    const row = await load(tx, actor, 'update', id);
    if (name !== undefined && (await isFlowCredentialNameTaken(tx, name, id)))
      throw new AppError('flow_credential.name_taken', { name });
    return presentOne(
      tx,
      await updateFlowCredentialRow(tx, row, {
        ...(name === undefined ? {} : { name }),
        ...(host === undefined ? {} : { host }),
        ...(secret === undefined ? {} : seal(platform, id, secret)),
      }),
    );
  });
}

export function removeCredential({ database }: Platform, actor: Actor, id: string): Promise<void> {
  return database.withActor(actor, async (tx) =>
    deleteFlowCredentialRow(tx, await load(tx, actor, 'delete', id)),
  );
}

/** A secret that is the address of a database, at the host that it was stored for. */
export function readConnection(
  { database, secrets }: Platform,
  owner: Actor,
  credentialId: string,
): Promise<string> {
  return database.withActor(owner, async (tx) => {
    const row = await load(tx, owner, 'read', credentialId);
    const url = secrets.decrypt(row.sealedSecret, secretContext(row.id));
    if (URL.parse(url)?.hostname !== row.host)
      throw new AppError('flow_credential.wrong_host', { host: row.host });
    return url;
  });
}

/** The secret, for the host that it was stored for: a flow must not carry it elsewhere. */
export function readCredential(
  { database, secrets }: Platform,
  owner: Actor,
  { credentialId, host }: { credentialId: string; host: string },
): Promise<string> {
  return database.withActor(owner, async (tx) => {
    const row = await load(tx, owner, 'read', credentialId);
    if (row.host !== host.toLowerCase()) throw new AppError('flow_credential.wrong_host', { host: row.host });
    return secrets.decrypt(row.sealedSecret, secretContext(row.id));
  });
}
