import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { runColumns } from '../../platform/runs/columns.ts';
import { companyReference } from '../companies/company.table.ts';

export type InstallStage = 'runtime' | 'files' | 'check';

/** Installations of models on this server. The company is that of the administrator who asked for it. */
export const localModelInstalls = pgTable(
  'local_model_installs',
  {
    id: primaryId(),
    companyId: companyReference(),
    /** The model's folder. */
    model: text('model').notNull(),
    /** A file or folder of the server; null: the catalogue says where the model is. */
    path: text('path'),
    ...runColumns<InstallStage>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => [ofCompany()],
);

export type LocalModelInstallRow = typeof localModelInstalls.$inferSelect;
