import type { SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { definePort } from '../../platform/hooks.ts';

/** What reports need to know of flows, whose feature stands above this one. */
export const flowNamesPort = definePort<{
  /** The name of the flow with this id, as an expression; null for one that is deleted. */
  nameOf: (id: SQL) => SQL<string | null>;
  exists: (tx: Tx, id: string) => Promise<boolean>;
}>('names of flows');
