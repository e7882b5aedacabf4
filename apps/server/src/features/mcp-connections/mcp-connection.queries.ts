import type { McpUse } from '@lectern/contract';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { isSameName } from '../../platform/database/same-name.ts';
import { defineHook } from '../../platform/hooks.ts';
import { type McpServerRow, type McpToolRow, mcpServers, mcpTools } from './mcp-connection.table.ts';

/** What uses any of these tools. Features above list theirs. */
export const mcpToolUsers = defineHook<[Tx, toolIds: string[]], (McpUse & { toolId: string })[]>(
  'users of mcp tools',
);

export function listServerRows(tx: Tx): Promise<McpServerRow[]> {
  return tx
    .select()
    .from(mcpServers)
    .orderBy(asc(sql`lower(${mcpServers.name})`), asc(mcpServers.id));
}

export async function findServer(
  tx: Tx,
  id: string,
  { lock = false } = {},
): Promise<McpServerRow | undefined> {
  const query = tx.select().from(mcpServers).where(eq(mcpServers.id, id));
  const [row] = await (lock ? query.for('no key update') : query);
  return row;
}

export function listToolRows(tx: Tx, serverIds: string[]): Promise<McpToolRow[]> {
  return tx
    .select()
    .from(mcpTools)
    .where(inArray(mcpTools.serverId, serverIds))
    .orderBy(asc(mcpTools.position), asc(mcpTools.name));
}

export async function findTool(tx: Tx, id: string): Promise<McpToolRow | undefined> {
  const [row] = await tx.select().from(mcpTools).where(eq(mcpTools.id, id)).for('no key update');
  return row;
}

/** The tools that may be used now, all of them or those among these, with their servers. */
export function listAllowedTools(
  tx: Tx,
  ids?: readonly string[],
): Promise<{ tool: McpToolRow; server: McpServerRow }[]> {
  return tx
    .select({ tool: mcpTools, server: mcpServers })
    .from(mcpTools)
    .innerJoin(mcpServers, eq(mcpServers.id, mcpTools.serverId))
    .where(
      and(
        ne(mcpTools.use, 'off'),
        eq(mcpTools.offered, true),
        ids === undefined ? undefined : inArray(mcpTools.id, [...ids]),
      ),
    )
    .orderBy(asc(sql`lower(${mcpServers.name})`), asc(mcpTools.position), asc(mcpTools.id));
}

export async function isServerNameTaken(tx: Tx, name: string, except?: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: mcpServers.id })
    .from(mcpServers)
    .where(
      and(isSameName(mcpServers.name, name), except === undefined ? undefined : ne(mcpServers.id, except)),
    );
  return row !== undefined;
}

export async function insertServer(tx: Tx, values: typeof mcpServers.$inferInsert): Promise<McpServerRow> {
  const [row] = await tx.insert(mcpServers).values(values).returning();
  return row as McpServerRow;
}

export async function updateServerRow(
  tx: Tx,
  { id }: Authorized<McpServerRow, 'update'>,
  changes: Partial<typeof mcpServers.$inferInsert>,
): Promise<McpServerRow> {
  const [row] = await tx.update(mcpServers).set(changes).where(eq(mcpServers.id, id)).returning();
  return row as McpServerRow;
}

export async function deleteServerRow(tx: Tx, { id }: Authorized<McpServerRow, 'delete'>): Promise<void> {
  await tx.delete(mcpServers).where(eq(mcpServers.id, id));
}

export async function updateToolRow(
  tx: Tx,
  { id }: Authorized<McpToolRow, 'update'>,
  changes: Pick<McpToolRow, 'use' | 'changed'>,
): Promise<McpToolRow> {
  const [row] = await tx.update(mcpTools).set(changes).where(eq(mcpTools.id, id)).returning();
  return row as McpToolRow;
}

/** Writes down how the latest look at a server ended. */
export async function recordCheck(
  tx: SystemTx,
  id: string,
  outcome: Pick<McpServerRow, 'problem' | 'problemStatus'> & { toolsLeftOut?: number },
): Promise<void> {
  await tx
    .update(mcpServers)
    .set({ ...outcome, checkedAt: new Date() })
    .where(eq(mcpServers.id, id));
}

/** Stores what a server offers now. */
export async function saveTools(
  tx: SystemTx,
  { saved, gone }: { saved: (typeof mcpTools.$inferInsert)[]; gone: McpToolRow[] },
): Promise<void> {
  const excluded = (column: string) => sql.raw(`excluded.${column}`);
  if (saved.length > 0)
    await tx
      .insert(mcpTools)
      .values(saved)
      .onConflictDoUpdate({
        target: [mcpTools.serverId, mcpTools.name],
        set: {
          position: excluded('position'),
          title: excluded('title'),
          description: excluded('description'),
          inputSchema: excluded('input_schema'),
          readsOnly: excluded('reads_only'),
          revision: excluded('revision'),
          use: excluded('use'),
          changed: excluded('changed'),
          offered: excluded('offered'),
        },
      });
  const ids = (rows: McpToolRow[]) => rows.map(({ id }) => id);
  const kept = gone.filter(({ use, changed }) => use !== 'off' || changed);
  const dropped = gone.filter((row) => !kept.includes(row));
  if (kept.length > 0)
    await tx
      .update(mcpTools)
      .set({ offered: false })
      .where(inArray(mcpTools.id, ids(kept)));
  if (dropped.length > 0) await tx.delete(mcpTools).where(inArray(mcpTools.id, ids(dropped)));
}
