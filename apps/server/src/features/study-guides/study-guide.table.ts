import type { StudyGuide } from '@lectern/answering';
import { jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { ofCompany, primaryId } from '../../platform/database/columns.ts';
import { companyReference } from '../companies/company.table.ts';
import { documents } from '../documents/document.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

/** Guides that a model wrote, the last one of each document and knowledge base. */
export const studyGuides = pgTable(
  'study_guides',
  {
    id: primaryId(),
    companyId: companyReference(),
    knowledgeBaseId: uuid('knowledge_base_id')
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    /** Null for the guide of the whole base. */
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'cascade' }),
    /** What changes whenever the chunks are others. */
    contentStamp: text('content_stamp').notNull(),
    modelName: text('model_name').notNull(),
    guide: jsonb('guide').$type<StudyGuide>().notNull(),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('study_guides_of').on(table.knowledgeBaseId, table.documentId).nullsNotDistinct(),
    ofCompany(),
  ],
);

export type StudyGuideRow = typeof studyGuides.$inferSelect;
