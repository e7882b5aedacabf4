import type { Database } from '../../platform/database/database.ts';
import { failOrphanedEvaluations } from './evaluation.queries.ts';

export function settleLostEvaluations(database: Database): Promise<number> {
  return database.asSystem('orphaned runs of every company', failOrphanedEvaluations);
}
