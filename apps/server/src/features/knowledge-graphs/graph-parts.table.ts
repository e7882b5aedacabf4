import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ofCompany, primaryId } from '../../platform/database/columns.ts';
import { companyReference } from '../companies/company.table.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

const base = () =>
  uuid('knowledge_base_id')
    .notNull()
    .references(() => knowledgeBases.id, { onDelete: 'cascade' });
/** A chunk that goes takes with it what the graph knows of it. */
const chunk = () =>
  uuid('chunk_id')
    .notNull()
    .references(() => chunks.id, { onDelete: 'cascade' });

/** Entities of a build. One counts only while a chunk that names it is there to be shown. */
export const graphEntities = pgTable(
  'graph_entities',
  {
    id: primaryId(),
    companyId: companyReference(),
    knowledgeBaseId: base(),
    build: integer('build').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    aliases: text('aliases').array().notNull(),
    /** What leads to it in a question: keys of all its spellings. */
    keys: text('keys').array().notNull(),
    rank: doublePrecision('rank').notNull(),
    degree: integer('degree').notNull(),
    mentions: integer('mentions').notNull(),
    community: integer('community'),
  },
  (table) => [
    index('graph_entities_build').on(table.knowledgeBaseId, table.build, table.rank.desc()),
    index('graph_entities_keys').using('gin', table.keys),
    ofCompany(),
  ],
);
export type GraphEntityRow = typeof graphEntities.$inferSelect;

export const graphMentions = pgTable(
  'graph_mentions',
  {
    entityId: uuid('entity_id')
      .notNull()
      .references(() => graphEntities.id, { onDelete: 'cascade' }),
    chunkId: chunk(),
    companyId: companyReference(),
    /** What this chunk says of it; empty where nothing in particular. */
    description: text('description').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entityId, table.chunkId] }),
    index('graph_mentions_chunk_id').on(table.chunkId),
    ofCompany(),
  ],
);

export const graphRelations = pgTable(
  'graph_relations',
  {
    id: primaryId(),
    companyId: companyReference(),
    knowledgeBaseId: base(),
    build: integer('build').notNull(),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => graphEntities.id, { onDelete: 'cascade' }),
    targetId: uuid('target_id')
      .notNull()
      .references(() => graphEntities.id, { onDelete: 'cascade' }),
    weight: doublePrecision('weight').notNull(),
  },
  (table) => [
    index('graph_relations_build').on(table.knowledgeBaseId, table.build),
    index('graph_relations_source_id').on(table.sourceId),
    index('graph_relations_target_id').on(table.targetId),
    ofCompany(),
  ],
);

/** The chunks that state a relation, in their words. */
export const graphStatements = pgTable(
  'graph_statements',
  {
    relationId: uuid('relation_id')
      .notNull()
      .references(() => graphRelations.id, { onDelete: 'cascade' }),
    chunkId: chunk(),
    companyId: companyReference(),
    description: text('description').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.relationId, table.chunkId] }),
    index('graph_statements_chunk_id').on(table.chunkId),
    ofCompany(),
  ],
);

/** Communities of a build with their reports. A report counts only while every chunk that it rests on is there. */
export const graphCommunities = pgTable(
  'graph_communities',
  {
    id: primaryId(),
    companyId: companyReference(),
    knowledgeBaseId: base(),
    build: integer('build').notNull(),
    number: integer('number').notNull(),
    size: integer('size').notNull(),
    title: text('title').notNull(),
    /** Null where it is too small for one. */
    report: text('report'),
    /** Of what the model was asked: the same question is not paid for twice. */
    reportKey: text('report_key'),
    chunkIds: uuid('chunk_ids').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    index('graph_communities_build').on(table.knowledgeBaseId, table.build, table.number),
    ofCompany(),
  ],
);
