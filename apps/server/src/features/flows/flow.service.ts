import {
  AppError,
  type BodyOf,
  type createFlow,
  type Flow,
  type FlowGraph,
  type FlowSummary,
  flowGraph,
  type Language,
  type updateFlow,
} from '@lectern/contract';
import { checkGraph, describeFlowComponent, fillCompanyThings, flowComponents } from '@lectern/flow';
import type { Actor } from '../../platform/actor.ts';
import { type Authorized, abilitiesOf, authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { chooseFreeName } from '../../platform/free-name.ts';
import type { Platform } from '../../platform/platform.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { flowPolicy } from './flow.policy.ts';
import {
  countFlows,
  deleteFlowRow,
  findFlow,
  findFlowVersion,
  insertFlow,
  isFlowNameTaken,
  listFlowNames,
  listFlowRows,
  lockFlow,
  updateFlowRow,
} from './flow.queries.ts';
import type { FlowRow, FlowVersionRow } from './flow.table.ts';
import { readTemplate } from './flow-templates.ts';

const mostFlows = 1_000;

/** A new flow answers a question: its person sees at once how nodes go together. */
const newGraph: FlowGraph = flowGraph.parse({
  nodes: [
    { id: 'begin', component: 'begin', name: 'Begin', position: { x: 0, y: 0 } },
    { id: 'answer', component: 'answer', name: 'Answer', position: { x: 340, y: 0 } },
  ],
  edges: [{ id: 'begin-answer', source: 'begin', target: 'answer' }],
});

export async function loadFlow<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
): Promise<Authorized<FlowRow, Action>> {
  return authorize(flowPolicy, actor, action, await findFlow(tx, id));
}

export function listComponents(language: Language) {
  return {
    items: [...flowComponents.values()].map((component) => describeFlowComponent(component, language)),
  };
}

export function findProblems(graph: FlowGraph) {
  return checkGraph(graph, flowComponents);
}

/** Whether something keeps a graph from running. */
export const hasProblems = (graph: FlowGraph): boolean =>
  findProblems(graph).some(({ isWarning }) => !isWarning);

function summarize(actor: Actor, row: FlowRow, names: Map<string, string>): FlowSummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    avatar: row.avatar,
    ownerName: names.get(row.ownerId) ?? '',
    nodeCount: row.graph.nodes.length,
    publishedVersion: row.publishedVersion,
    hasChanges: row.revision !== row.publishedRevision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    abilities: abilitiesOf(flowPolicy, actor, row),
  };
}

export function readNames(tx: Tx, accountIds: (string | null)[]): Promise<Map<string, string>> {
  return readOwnerNames(
    tx,
    accountIds.flatMap((ownerId) => (ownerId === null ? [] : { ownerId })),
  );
}

export async function presentFlow(tx: Tx, actor: Actor, row: FlowRow): Promise<Flow> {
  const names = await readNames(tx, [row.ownerId, row.savedBy]);
  return {
    ...summarize(actor, row, names),
    graph: row.graph,
    revision: row.revision,
    savedByName: names.get(row.savedBy ?? row.ownerId) ?? '',
    problems: findProblems(row.graph),
  };
}

export function listFlowsOf(
  { database }: Platform,
  actor: Actor,
  query: { search?: string | undefined; page: number; pageSize: number },
) {
  return database.withActor(actor, async (tx) => {
    const { rows, total } = await listFlowRows(tx, query);
    const names = await readOwnerNames(tx, rows);
    return { items: rows.map((row) => summarize(actor, row, names)), total };
  });
}

export function addFlow(
  { database }: Platform,
  actor: Actor,
  { name, avatar, description, graph, templateId, given }: BodyOf<typeof createFlow>,
  language: Language,
): Promise<Flow> {
  return database.withActor(actor, async (tx) => {
    if (await isFlowNameTaken(tx, name)) throw new AppError('flow.name_taken');
    const template = templateId === undefined ? undefined : readTemplate(templateId, language);
    const drawn = fillCompanyThings(template?.graph ?? graph ?? newGraph, flowComponents, given);
    const words = description ?? template?.description ?? '';
    return presentFlow(
      tx,
      actor,
      await insertNew(tx, actor, { name, avatar, description: words, graph: drawn }),
    );
  });
}

/** Adds a flow under its name, or the next free one. */
export function addImported(
  { database }: Platform,
  actor: Actor,
  { name, description, graph }: Pick<FlowRow, 'name' | 'description' | 'graph'>,
): Promise<Flow> {
  return database.withActor(actor, async (tx) => {
    const free = chooseFreeName(name, await listFlowNames(tx));
    return presentFlow(
      tx,
      actor,
      await insertNew(tx, actor, { name: free, description, avatar: null, graph }),
    );
  });
}

async function insertNew(
  tx: Tx,
  { companyId, accountId }: Actor,
  values: Pick<FlowRow, 'name' | 'description' | 'avatar' | 'graph'>,
): Promise<FlowRow> {
  if ((await countFlows(tx)) >= mostFlows) throw new AppError('flow.too_many', { max: mostFlows });
  return insertFlow(tx, { id: newId(), companyId, ownerId: accountId, savedBy: accountId, ...values });
}

export function readFlow({ database }: Platform, actor: Actor, id: string): Promise<Flow> {
  return database.withActor(actor, async (tx) =>
    presentFlow(tx, actor, await loadFlow(tx, actor, 'read', id)),
  );
}

export function changeFlow(
  { database }: Platform,
  actor: Actor,
  id: string,
  { revision, graph, ...changes }: BodyOf<typeof updateFlow>,
): Promise<Flow> {
  return database.withActor(actor, async (tx) => {
    const before = authorize(flowPolicy, actor, 'update', await lockFlow(tx, id));
    if (changes.name !== undefined && (await isFlowNameTaken(tx, changes.name, id)))
      throw new AppError('flow.name_taken');
    if (graph && revision !== before.revision) throw new AppError('flow.changed_elsewhere');
    const row = await updateFlowRow(tx, before, {
      ...changes,
      ...(graph ? { graph, revision: before.revision + 1, savedBy: actor.accountId } : {}),
    });
    return presentFlow(tx, actor, row);
  });
}

export function duplicateFlow({ database }: Platform, actor: Actor, id: string): Promise<Flow> {
  return database.withActor(actor, async (tx) => {
    const { name, description, avatar, graph } = await loadFlow(tx, actor, 'read', id);
    const free = chooseFreeName(name, await listFlowNames(tx));
    return presentFlow(tx, actor, await insertNew(tx, actor, { name: free, description, avatar, graph }));
  });
}

/** Returns its name. */
export function removeFlow({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const row = authorize(flowPolicy, actor, 'delete', await lockFlow(tx, id));
    await deleteFlowRow(tx, row);
    return row.name;
  });
}

export async function loadVersion(tx: Tx, flow: FlowRow, number: number): Promise<FlowVersionRow> {
  const row = await findFlowVersion(tx, flow.id, number);
  if (!row) throw new AppError('flow.version_not_found');
  return row;
}
