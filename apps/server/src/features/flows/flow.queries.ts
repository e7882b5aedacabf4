import type { Json, McpUse } from '@lectern/contract';
import { and, asc, count, desc, eq, ilike, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import { rememberDeleted } from '../deletions/deletion.queries.ts';
import { type FlowRow, type FlowVersionRow, flows, flowVersions } from './flow.table.ts';

export async function listFlowRows(
  tx: Tx,
  { search, page, pageSize }: { search?: string | undefined; page: number; pageSize: number },
): Promise<{ rows: FlowRow[]; total: number }> {
  const where = search ? ilike(flows.name, likePattern(search)) : undefined;
  const rows = await tx
    .select()
    .from(flows)
    .where(where)
    .orderBy(desc(flows.updatedAt), desc(flows.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: await tx.$count(flows, where) };
}

export function countFlows(tx: Tx): Promise<number> {
  return tx.$count(flows);
}

export function listFlowNames(tx: Tx): Promise<{ name: string }[]> {
  return tx.select({ name: flows.name }).from(flows);
}

export async function findFlow(tx: Tx, id: string): Promise<FlowRow | undefined> {
  const [row] = await tx.select().from(flows).where(eq(flows.id, id));
  return row;
}

export async function lockFlow(tx: Tx, id: string): Promise<FlowRow | undefined> {
  const [row] = await tx.select().from(flows).where(eq(flows.id, id)).for('update');
  return row;
}

export async function isFlowNameTaken(tx: Tx, name: string, except?: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: flows.id })
    .from(flows)
    .where(and(isSameName(flows.name, name), except === undefined ? undefined : ne(flows.id, except)));
  return row !== undefined;
}

export async function insertFlow(tx: Tx, values: typeof flows.$inferInsert): Promise<FlowRow> {
  const [row] = await tx.insert(flows).values(values).returning();
  return row as FlowRow;
}

export async function updateFlowRow(
  tx: Tx,
  { id }: Authorized<FlowRow, 'update'>,
  changes: Partial<typeof flows.$inferInsert>,
): Promise<FlowRow> {
  const [row] = await tx
    .update(flows)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(flows.id, id))
    .returning();
  return row as FlowRow;
}

export async function deleteFlowRow(tx: Tx, flow: Authorized<FlowRow, 'delete'>): Promise<void> {
  await rememberDeleted(tx, 'flow', [flow]);
  await tx.delete(flows).where(eq(flows.id, flow.id));
}

export async function insertFlowVersion(
  tx: Tx,
  { id: flowId, companyId, graph }: Authorized<FlowRow, 'update'>,
  values: { note: string; publishedBy: string },
): Promise<number> {
  const [last] = await tx
    .select({ number: flowVersions.number })
    .from(flowVersions)
    .where(eq(flowVersions.flowId, flowId))
    .orderBy(desc(flowVersions.number))
    .limit(1);
  const number = (last?.number ?? 0) + 1;
  await tx.insert(flowVersions).values({ flowId, companyId, graph, number, ...values });
  return number;
}

const isPublished = and(eq(flowVersions.flowId, flows.id), eq(flowVersions.number, flows.publishedVersion));

/** These flows with the graphs of their published versions. */
export function listPublishedFlows(tx: Tx, ids: string[]) {
  return tx
    .select({
      id: flows.id,
      ownerId: flows.ownerId,
      version: flowVersions.number,
      graph: flowVersions.graph,
    })
    .from(flows)
    .innerJoin(flowVersions, isPublished)
    .where(inArray(flows.id, ids));
}

/** These flows with the options of the node that their published version begins with; not with its whole graph. */
export function listFlowBeginnings(tx: Tx, ids: string[]) {
  return tx
    .select({
      id: flows.id,
      name: flows.name,
      options: sql<Record<string, Json> | null>`jsonb_path_query_first(${flowVersions.graph},
        '$.nodes[*] ? (@.component == "begin").options')`,
      hasDraft: sql<boolean>`${flows.revision} is distinct from ${flows.publishedRevision}`,
    })
    .from(flows)
    .innerJoin(flowVersions, isPublished)
    .where(inArray(flows.id, ids));
}

export async function findFlowVersion(
  tx: Tx,
  flowId: string,
  number: number,
): Promise<FlowVersionRow | undefined> {
  const [row] = await tx
    .select()
    .from(flowVersions)
    .where(and(eq(flowVersions.flowId, flowId), eq(flowVersions.number, number)));
  return row;
}

export async function listFlowVersionRows(
  tx: Tx,
  flowId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: FlowVersionRow[]; total: number }> {
  const where = eq(flowVersions.flowId, flowId);
  const [total] = await tx.select({ count: count() }).from(flowVersions).where(where);
  const rows = await tx
    .select()
    .from(flowVersions)
    .where(where)
    .orderBy(desc(flowVersions.number))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: total?.count ?? 0 };
}

/** As an expression, for statements about other tables. */
export function nameOfFlow(id: SQL): SQL<string | null> {
  return sql`(select ${flows.name} from ${flows} where ${flows.id} = ${id})`;
}

export async function existsFlow(tx: Tx, id: string): Promise<boolean> {
  return (await tx.$count(flows, eq(flows.id, id))) > 0;
}

/** The flows whose draft or published version names one of these ids in the options of a node. */
export async function listFlowsNaming(
  tx: Tx,
  ids: string[],
): Promise<{ namedId: string; id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const isIn = (graph: typeof flows.graph | typeof flowVersions.graph) =>
    sql`position(named.id::text in ${graph}::text) > 0`;
  return tx
    .select({ namedId: sql<string>`named.id`, id: flows.id, name: flows.name })
    .from(flows)
    .leftJoin(
      flowVersions,
      and(eq(flowVersions.flowId, flows.id), eq(flowVersions.number, flows.publishedVersion)),
    )
    .innerJoin(
      sql`unnest(${sql.param(ids)}::uuid[]) as named(id)`,
      sql`(${isIn(flows.graph)} or coalesce(${isIn(flowVersions.graph)}, false))`,
    )
    .orderBy(asc(sql`lower(${flows.name})`));
}

export async function listFlowsUsingTools(
  tx: Tx,
  toolIds: string[],
): Promise<(McpUse & { toolId: string })[]> {
  const found = await listFlowsNaming(tx, toolIds);
  return found.map(({ namedId, id, name }) => ({ kind: 'flow', toolId: namedId, id, name }));
}
