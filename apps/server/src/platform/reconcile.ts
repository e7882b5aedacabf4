import type { Tx } from './database/database.ts';
import { defineHook } from './hooks.ts';
import type { Platform } from './platform.ts';

/** How much was found without an owner, by kind. In a healthy installation all is 0. */
export type Reconciliation = { objects: number; indexes: number; documents: number; tombstones: number };

/** Repairs what a feature stores outside PostgreSQL, or has soft-deleted before `before` and not removed since. */
export const onReconcile = defineHook<[Platform, { before: Date }], Partial<Reconciliation>>('reconcile');

/** Whether a row names the object. Locks the row's kind first where a row could be about to name it. */
export const objectUses = defineHook<[Tx, string], boolean>('uses of an object');
