import { randomBytes } from 'node:crypto';
import {
  AppError,
  type BodyOf,
  type createFlowTrigger,
  type ErrorCode,
  errorText,
  type FlowTrigger,
  type FlowTriggerSettings,
  flowTriggerLimits,
  type Language,
  levels,
  type updateFlowTrigger,
} from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import { authorize, definePolicy } from '../../../platform/authorized.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { secretEnding } from '../../../platform/secret-ending.ts';
import { readOwnerNames } from '../../accounts/owner-names.service.ts';
import { loadFlow, loadVersion } from '../flow.service.ts';
import type { FlowRow } from '../flow.table.ts';
import { readStartInputs } from '../runs/start-form.ts';
import {
  deleteFlowTriggerRow,
  insertFlowTrigger,
  listFlowTriggerRows,
  lockFlowTrigger,
  updateFlowTriggerRow,
} from './flow-trigger.queries.ts';
import type { FlowTriggerRow } from './flow-trigger.table.ts';
import { nextStart } from './next-start.ts';

/** Whoever edits flows says what starts them. */
const flowTriggerPolicy = definePolicy<FlowTriggerRow>({ notFound: 'flow_trigger.not_found' }).allow(
  ['read', 'update', 'delete'],
  ({ level }) => level >= levels.COMPANY,
);

async function load<Action extends 'update' | 'delete'>(tx: Tx, actor: Actor, action: Action, id: string) {
  return authorize(flowTriggerPolicy, actor, action, await lockFlowTrigger(tx, id));
}

export const secretContext = (id: string) => `flow-trigger:${id}`;

function makeSecret({ secrets }: Platform, id: string) {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  return {
    secret,
    columns: { sealedSecret: secrets.encrypt(secret, secretContext(id)), secretEnding: secretEnding(secret) },
  };
}

function present(
  { publicUrl }: Platform,
  row: FlowTriggerRow,
  names: Map<string, string>,
  language: Language,
): FlowTrigger {
  const { id, flowId, name, enabled, settings, secretEnding: ending, lastRunId, problem } = row;
  return {
    id,
    flowId,
    name,
    enabled,
    settings,
    ownerName: names.get(row.ownerId) ?? '',
    url: settings.kind === 'webhook' ? `${publicUrl()}/api/v1/flow-webhooks/${id}` : null,
    secretEnding: ending,
    nextRunAt: (enabled && row.nextRunAt?.toISOString()) || null,
    lastRunAt: row.lastRunAt?.toISOString() ?? null,
    lastRunId,
    problem:
      problem === null
        ? null
        : { code: problem, message: errorText(problem as ErrorCode, language, { requestId: '–' }) },
    createdAt: row.createdAt.toISOString(),
  };
}

async function presentOne(platform: Platform, tx: Tx, row: FlowTriggerRow, language: Language) {
  return present(platform, row, await readOwnerNames(tx, [row]), language);
}

const startOf = (settings: FlowTriggerSettings): Date | null =>
  settings.kind === 'schedule' ? nextStart(settings, new Date()) : null;

/** A schedule gives the flow what it asks for before it starts; a webhook is given that with each call. */
async function checkInputs(tx: Tx, flow: FlowRow, settings: FlowTriggerSettings): Promise<void> {
  if (settings.kind !== 'schedule' || flow.publishedVersion === null) return;
  readStartInputs((await loadVersion(tx, flow, flow.publishedVersion)).graph, settings.inputs);
}

export function listTriggers(platform: Platform, actor: Actor, flowId: string, language: Language) {
  return platform.database.withActor(actor, async (tx) => {
    const flow = await loadFlow(tx, actor, 'read', flowId);
    const rows = await listFlowTriggerRows(tx, flow.id);
    const names = await readOwnerNames(tx, rows);
    return { items: rows.map((row) => present(platform, row, names, language)) };
  });
}

export function addTrigger(
  platform: Platform,
  actor: Actor,
  flowId: string,
  { name, settings }: BodyOf<typeof createFlowTrigger>,
  language: Language,
) {
  return platform.database.withActor(actor, async (tx) => {
    const flow = await loadFlow(tx, actor, 'update', flowId);
    if (flow.publishedVersion === null) throw new AppError('flow_trigger.not_published');
    const { most } = flowTriggerLimits;
    if ((await listFlowTriggerRows(tx, flowId)).length >= most)
      throw new AppError('flow_trigger.too_many', { max: most });
    await checkInputs(tx, flow, settings);
    const id = newId();
    const made = settings.kind === 'webhook' ? makeSecret(platform, id) : undefined;
    const row = await insertFlowTrigger(tx, {
      id,
      companyId: actor.companyId,
      flowId,
      name,
      settings,
      ownerId: actor.accountId,
      nextRunAt: startOf(settings),
      ...made?.columns,
    });
    return { ...(await presentOne(platform, tx, row, language)), secret: made?.secret ?? null };
  });
}

export function changeTrigger(
  platform: Platform,
  actor: Actor,
  id: string,
  { settings, ...changes }: BodyOf<typeof updateFlowTrigger>,
  language: Language,
) {
  return platform.database.withActor(actor, async (tx) => {
    const before = await load(tx, actor, 'update', id);
    if (settings && settings.kind !== before.settings.kind)
      throw new AppError('request.invalid', { fields: { settings: 'kind' } });
    if (settings) await checkInputs(tx, await loadFlow(tx, actor, 'read', before.flowId), settings);
    const row = await updateFlowTriggerRow(tx, before, {
      ...changes,
      ...(settings ? { settings } : {}),
      ownerId: actor.accountId,
      problem: null,
      nextRunAt: startOf(settings ?? before.settings),
    });
    return presentOne(platform, tx, row, language);
  });
}

export function rotateSecret(platform: Platform, actor: Actor, id: string, language: Language) {
  return platform.database.withActor(actor, async (tx) => {
    const before = await load(tx, actor, 'update', id);
    if (before.settings.kind !== 'webhook') throw new AppError('flow_trigger.no_webhook');
    const { secret, columns } = makeSecret(platform, id);
    const row = await updateFlowTriggerRow(tx, before, columns);
    return { ...(await presentOne(platform, tx, row, language)), secret };
  });
}

/** Returns its name. */
export function removeTrigger({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const row = await load(tx, actor, 'delete', id);
    await deleteFlowTriggerRow(tx, row);
    return row.name;
  });
}
