import { deriveFilter, type FilterVocabulary } from '@lectern/answering';
import type { AnswerExplanation } from '@lectern/contract';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { documents } from '../../documents/document.table.ts';
import { joinFields, listTags } from '../../documents/document-labels.service.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import type { AnswerTask } from './answer-task.ts';
import type { StepLog } from './step-log.ts';

/** The documents that an answer is searched in; undefined: all of its knowledge bases. */
export type SearchScope = NonNullable<AnswerExplanation['scope']>;

/** What the person named, the assistant sets and the question says. */
export async function findScope(
  platform: Platform,
  { actor, assistant, bases, question }: AnswerTask,
  asked: string,
  log: StepLog,
): Promise<SearchScope | undefined> {
  const { documents } = question;
  const filter = assistant.retrieval.filter ?? null;
  // Who names documents has said what it is about.
  const derives = assistant.deriveFilter && documents.length === 0;
  const derived = derives
    ? await log.run('filter', async (ask) => {
        const vocabulary = await platform.database.withActor(actor, (tx) => readVocabulary(tx, bases, asked));
        return deriveFilter(asked, vocabulary, ask);
      })
    : undefined;
  if (documents.length === 0 && !filter && !derived) return undefined;
  return {
    documents,
    filter,
    derived: derived ? { ...derived, foundNothing: false } : null,
    matchedDocuments: 0,
  };
}

/** Values of text fields are read as far as they may occur in the question. */
const mostTextValues = 100;

async function readVocabulary(
  tx: Tx,
  bases: KnowledgeBaseRow[],
  question: string,
): Promise<FilterVocabulary> {
  const fields = joinFields(bases);
  const tags = await listTags(tx, bases);
  const keys = fields.filter(({ type }) => type === 'text').map(({ key }) => key);
  const textValues = keys.length === 0 ? [] : await listTextValues(tx, bases, keys, question);
  return { tags: tags.map(({ name }) => name), fields, textValues };
}

async function listTextValues(tx: Tx, bases: KnowledgeBaseRow[], keys: string[], question: string) {
  const { rows } = await tx.execute<{ key: string; value: string }>(sql`
    select distinct entry.key, entry.value
    from ${documents}, jsonb_each_text(${documents.fieldValues}) as entry
    where ${and(
      isNull(documents.deletedAt),
      inArray(
        documents.knowledgeBaseId,
        bases.map(({ id }) => id),
      ),
    )} and entry.key = any(${sql.param(keys)}::text[])
      and position(lower(split_part(entry.value, ' ', 1)) in lower(${question}::text)) > 0
    limit ${mostTextValues}`);
  return rows;
}
