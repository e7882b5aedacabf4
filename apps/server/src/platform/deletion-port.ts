import type { GoneNoun } from '@lectern/contract';
import type { Tx } from './database/database.ts';
import { definePort } from './hooks.ts';

/** What was deleted of the transaction's company, as the feature remembers it that keeps their ids. */
export const deletionPort = definePort<{
  wasDeleted: (tx: Tx, noun: GoneNoun, ids: string[]) => Promise<boolean>;
}>('deletions');
