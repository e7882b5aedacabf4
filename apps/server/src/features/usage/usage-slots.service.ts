import type { Database } from '../../platform/database/database.ts';
import { insertMissingSlots } from './usage-slots.queries.ts';

export function createUsageSlots(database: Database): Promise<number> {
  return database.asSystem('slots are made for all companies at once', insertMissingSlots);
}
