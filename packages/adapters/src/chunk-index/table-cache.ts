import type { Table } from '@lancedb/lancedb';
import { ChunkIndexMissing } from '@lectern/retrieval';
import type { openRecycledConnection } from './recycled-connection.ts';

const openTables = 200;

function isMissing(error: unknown): boolean {
  return error instanceof Error && /not found/i.test(error.message);
}

export function assertTableName(baseId: string): void {
  if (!/^[\w-]{1,128}$/.test(baseId)) throw new Error(`Not a knowledge base id: ${baseId}`);
}

type RecycledConnection = Awaited<ReturnType<typeof openRecycledConnection>>;

/** Opened tables, the last used kept; one that falls out is released when its last search has ended. */
export function createTableCache(
  connection: RecycledConnection,
  onOpen: (baseId: string, table: Table) => Promise<void>,
) {
  const known = new Map<string, Promise<Table>>();
  async function find(baseId: string): Promise<Table | undefined> {
    assertTableName(baseId);
    connection.used();
    const opening = known.get(baseId) ?? openTable(baseId);
    known.delete(baseId);
    known.set(baseId, opening);
    if (known.size > openTables) known.delete(known.keys().next().value!);
    try {
      return await opening;
    } catch (error) {
      known.delete(baseId);
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
  async function openTable(baseId: string): Promise<Table> {
    const table = await connection.current.openTable(baseId);
    await onOpen(baseId, table);
    return table;
  }
  return {
    find,
    /** For questions whether there is a table: an opened one may have been dropped by another process. */
    async findCurrent(baseId: string): Promise<Table | undefined> {
      const table = await find(baseId);
      if (table === undefined) return undefined;
      try {
        await table.version();
        return table;
      } catch (error) {
        if (!isMissing(error)) throw error;
        known.delete(baseId);
        return find(baseId);
      }
    },
    async get(baseId: string): Promise<Table> {
      const table = await find(baseId);
      if (table === undefined) throw new ChunkIndexMissing(baseId);
      return table;
    },
    forget: (baseId: string) => known.delete(baseId),
    /** Gives up all open tables: the next call opens them again. */
    async takeAll(): Promise<Table[]> {
      const opened = await Promise.allSettled(known.values());
      known.clear();
      return opened.flatMap((table) => (table.status === 'fulfilled' ? [table.value] : []));
    },
  };
}
