import type { GraphStage } from '@lectern/contract';
import type { Extraction } from '@lectern/knowledge-graph';
import {
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { ofCompany, updatedAt } from '../../platform/database/columns.ts';
import { runColumns } from '../../platform/runs/columns.ts';
import { companyReference } from '../companies/company.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

const base = () =>
  uuid('knowledge_base_id')
    .notNull()
    .references(() => knowledgeBases.id, { onDelete: 'cascade' });

/** The graph of a base: what is wanted of it, what is being done, and which build answers. */
export const knowledgeGraphs = pgTable(
  'knowledge_graphs',
  {
    knowledgeBaseId: base().primaryKey(),
    companyId: companyReference(),
    /** Of the last build that was requested. */
    ...runColumns<GraphStage>(),
    /** Grows with each requested build: a job of an older version is obsolete. */
    requestedVersion: integer('requested_version').notNull().default(0),
    /** New chunks are to be read too; else what is gone is only taken out. */
    wantsNew: boolean('wants_new').notNull().default(false),
    /** Every document of the base is to be read, though its settings do not say so: a person asked. */
    wantsAll: boolean('wants_all').notNull().default(false),
    /** Builds begun so far, and the one whose rows answer; 0: none yet. */
    lastBuild: integer('last_build').notNull().default(0),
    activeBuild: integer('active_build').notNull().default(0),
    entityCount: integer('entity_count').notNull().default(0),
    relationCount: integer('relation_count').notNull().default(0),
    communityCount: integer('community_count').notNull().default(0),
    chunkCount: integer('chunk_count').notNull().default(0),
    chunksLeftOut: integer('chunks_left_out').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** What the passages of the active build were read with, see `fingerprintOf`. */
    fingerprint: text('fingerprint'),
    /** The model of the active build; null: the built-in method. */
    modelName: text('model_name'),
    /** What all builds have used. */
    calls: integer('calls').notNull().default(0),
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    cost: numeric('cost', { precision: 20, scale: 10, mode: 'number' }),
    builtAt: timestamp('built_at', { withTimezone: true }),
    updatedAt: updatedAt(),
  },
  () => [ofCompany()],
);

export type KnowledgeGraphRow = typeof knowledgeGraphs.$inferSelect;

/**
 * What was read from a text, by its content and by what read it: the same text is not paid for twice, also after its
 * document was parsed again. A build removes what no chunk says any more.
 */
export const graphExtractions = pgTable(
  'graph_extractions',
  {
    companyId: companyReference(),
    knowledgeBaseId: base(),
    key: text('key').notNull(),
    extraction: jsonb('extraction').$type<Extraction>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.knowledgeBaseId, table.key] }), ofCompany()],
);
