import { loadTokenCounter } from '@lectern/chunking';
import { buildSummaryPrompt, extractSummary, readSummary } from '@lectern/enrichment';
import type { ChatModel } from '@lectern/models';
import { and, eq, inArray } from 'drizzle-orm';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { newId } from '../../../platform/database/database.ts';
import { insertChunk } from '../../documents/chunks/chunk.queries.ts';
import { type ChunkRow, chunks } from '../../documents/chunks/chunk.table.ts';
import { complete } from '../../models/complete.service.ts';
import type { Opened } from '../../models/model.service.ts';
import { ofParse, type ParseRun } from '../parse-run.ts';
import { recordCall, skipOnModelError } from '../record-model-call.ts';

type Members = readonly { id: string }[];

/** Writes the summary of one group, unless it was written before. Without a writer, its sentences are the members'. */
export async function createSummariser(run: ParseRun, writer: Opened<ChatModel> | undefined) {
  const { platform, parse, base, enrichment, follower } = run;
  const { prompt: template, maxToken: maxTokens } = enrichment.raptor;
  const countTokens = await loadTokenCounter();
  const written = new Map<string, string>();
  let leftOut = 0;
  const before = await platform.database.withCompany(parse.companyId, (tx) =>
    tx
      .select({ id: chunks.id, members: chunks.sourceChunkIds })
      .from(chunks)
      .where(and(ofParse(parse), eq(chunks.kind, 'summary'))),
  );
  for (const { id, members } of before) if (members) written.set(members.join(), id);

  /** Undefined where nothing usable came. The text has no vector yet. */
  async function summarise(members: Members, ordinal: number): Promise<{ id: string } | undefined> {
    const memberIds = members.map(({ id }) => id);
    const known = written.get(memberIds.join());
    if (known !== undefined) return { id: known };
    const rows = await readRows(memberIds);
    const texts = rows.map(({ text }) => text);
    const startedAt = performance.now();
    const answer = writer
      ? await skipOnModelError(
          complete(writer.model, {
            ...buildSummaryPrompt(template, texts, { maxTokens, contextTokens: writer.model.contextTokens }),
            signal: follower.signal,
          }),
        )
      : undefined;
    const text = writer ? answer && readSummary(answer.text) : extractSummary(texts, maxTokens);
    if (!text) leftOut++;
    const id = newId();
    await platform.database.withCompany(parse.companyId, async (tx) => {
      if (writer && answer)
        await recordCall(tx, 'chat', run, {
          step: `summary:${ordinal}`,
          opened: writer,
          usage: answer.usage,
          startedAt,
        });
      if (text)
        await insertChunk(tx, {
          id,
          companyId: parse.companyId,
          knowledgeBaseId: base.id,
          documentId: parse.documentId,
          version: parse.version,
          ordinal,
          kind: 'summary',
          text: cleanText(text),
          tokens: countTokens(text),
          sourceChunkIds: memberIds,
          ...spanOf(rows),
        });
    });
    return text ? { id } : undefined;
  }

  async function readRows(ids: string[]): Promise<ChunkRow[]> {
    const rows = await platform.database.withCompany(parse.companyId, (tx) =>
      tx.select().from(chunks).where(inArray(chunks.id, ids)),
    );
    return rows.sort((a, b) => a.ordinal - b.ordinal);
  }

  return {
    summarise,
    get leftOut() {
      return leftOut;
    },
  };
}

/** From where the first member begins to where the last ends, below the headings that all of them are under. */
function spanOf(rows: ChunkRow[]) {
  const numbers = (pick: (row: ChunkRow) => number | null) =>
    rows.map(pick).filter((value) => value !== null);
  const least = (values: number[]) => (values.length > 0 ? Math.min(...values) : null);
  const most = (values: number[]) => (values.length > 0 ? Math.max(...values) : null);
  const page = least(numbers((row) => row.page));
  const pageEnd = most(numbers((row) => row.pageEnd ?? row.page));
  return {
    page,
    pageEnd: pageEnd === page ? null : pageEnd,
    charStart: least(numbers((row) => row.charStart)),
    charEnd: most(numbers((row) => row.charEnd)),
    headingPath: rows
      .map((row) => row.headingPath)
      .reduce((shared, path) => {
        const differs = shared.findIndex((title, depth) => title !== path[depth]);
        return differs < 0 ? shared : shared.slice(0, differs);
      }),
  };
}
