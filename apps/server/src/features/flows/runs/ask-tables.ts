import { createCitationWriter, createMarkerReader, finishCitations } from '@lectern/answering';
import { retrievalSettings } from '@lectern/contract';
import type { FlowServices } from '@lectern/flow';
import { writeAnswer } from '@lectern/retrieval';
import type { Platform } from '../../../platform/platform.ts';
import { asPassages } from '../../conversations/answers/table-passages.ts';
import { loadKnowledgeBase } from '../../knowledge-bases/knowledge-base.service.ts';
import { answerFromTables, languageOf } from '../../retrieval/table-answers.service.ts';
import { findTables } from '../../retrieval/table-query-rules.ts';
import { sourceOf } from '../../usage/usage.service.ts';
import type { Acting } from './acting.ts';
import type { StepLedger } from './step-ledger.ts';

/** What a question comes to over the columns of tables, as an assistant says it. */
export async function askTables(
  platform: Platform,
  { actor, owner, run, signal }: Acting,
  ledger: StepLedger,
  { knowledgeBaseIds, question, modelId }: Parameters<FlowServices['askTables']>[0],
): ReturnType<FlowServices['askTables']> {
  const operation = ledger.nameOperation();
  const { asked, tables } = await platform.database.withActor(owner, async (tx) => {
    const bases = [];
    for (const id of knowledgeBaseIds) bases.push(await loadKnowledgeBase(tx, owner, 'read', id));
    const asked = {
      question,
      bases,
      settings: retrievalSettings.parse({}),
      source: sourceOf(actor),
      flowId: run.flowId,
      operation,
      chatModelId: modelId,
      signal,
    };
    return { asked, tables: await findTables(tx, asked) };
  });
  const found = await answerFromTables(platform, actor, asked, tables);
  await ledger.count([1, 2].map((attempt) => `table_query:${operation}:${attempt}`));
  const [first] = found;
  if (!first) return undefined;
  const { columns, rows, query } = first.answer;
  const hits = asPassages(question, [first]).map((hit) => ({ ...hit, number: 1 }));
  const reader = createMarkerReader([1]);
  const citing = createCitationWriter(hits);
  const written = writeAnswer(first.answer, 1, languageOf(question));
  const text = [reader.push(written), reader.finish()].map((output) => citing.push(output).text).join('');
  const nameOf = (key: string | null) => columns.find((column) => column.key === key)?.name ?? key;
  return {
    ...finishCitations(citing, text, hits),
    text,
    columns: query.select.map(({ column, aggregate }) =>
      aggregate
        ? [aggregate.replace('_', ' '), nameOf(column)].filter(Boolean).join(' ')
        : String(nameOf(column)),
    ),
    rows,
  };
}
