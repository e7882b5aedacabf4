import type { ModelTypeName } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  createdAt,
  ofCompany,
  ofCompanyOrPlatform,
  primaryId,
  updatedAt,
} from '../../platform/database/columns.ts';
import { companies, companyReference } from '../companies/company.table.ts';

/** Configured models. Without a company they belong to the platform and every company may use them. */
export const models = pgTable(
  'models',
  {
    id: primaryId(),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'cascade' }),
    providerId: text('provider_id').notNull(),
    modelName: text('model_name').notNull(),
    name: text('name').notNull(),
    type: text('type').$type<ModelTypeName>().notNull(),
    vision: boolean('vision').notNull().default(false),
    /** Of a text-to-speech model, as the provider calls it. */
    voice: text('voice'),
    contextTokens: integer('context_tokens'),
    baseUrl: text('base_url'),
    /** Encrypted with the installation's key; write-only. */
    sealedKey: text('sealed_key'),
    keyEnding: text('key_ending'),
    /** What else the provider's form asks for, by field. */
    options: jsonb('options').$type<Record<string, string>>().notNull().default({}),
    /** Its secrets, each encrypted; write-only. */
    sealedOptions: jsonb('sealed_options').$type<Record<string, string>>().notNull().default({}),
    /** Per million tokens, of text to speech per million characters, in the platform's currency. */
    inputPrice: doublePrecision('input_price'),
    outputPrice: doublePrecision('output_price'),
    /** Answers where this one cannot. Of the same type and, for a platform's model, the platform's. */
    secondModelId: uuid('second_model_id').references((): AnyPgColumn => models.id),
    /** Of each company that uses it. */
    requestsPerMinute: integer('requests_per_minute'),
    tokensPerMinute: integer('tokens_per_minute'),
    pricePerMonth: doublePrecision('price_per_month'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('models_second_model').on(table.secondModelId).where(sql`second_model_id is not null`),
    ofCompanyOrPlatform(),
  ],
);

export type ModelRow = typeof models.$inferSelect;

/** What a company has used of a model that has limits: in the latest minute and month of a call. */
export const modelUse = pgTable(
  'model_use',
  {
    companyId: companyReference(),
    modelId: uuid('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    minute: timestamp('minute', { withTimezone: true }).notNull(),
    requests: integer('requests').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** Its first day, in UTC for every company. */
    month: date('month', { mode: 'string' }).notNull(),
    price: doublePrecision('price').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.modelId] }),
    index('model_use_model').on(table.modelId),
    ofCompany(),
  ],
);

/** The default model of each type, for the whole platform. */
export const systemModels = pgTable('system_models', {
  type: text('type').$type<ModelTypeName>().primaryKey(),
  modelId: text('model_id').notNull(),
});

/** A company's own choice, which precedes the platform's. */
export const companyDefaultModels = pgTable(
  'company_default_models',
  {
    companyId: companyReference(),
    type: text('type').$type<ModelTypeName>().notNull(),
    modelId: text('model_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.type] }), ofCompany()],
);
