import type { RetrievalHit } from '@lectern/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { asSystemTx, type Tx } from '../../platform/database/database.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';
import { readPassages } from '../retrieval/read-hits.ts';
import { setCuratedSources } from './curated-answer.queries.ts';
import type { CuratedAnswerRow, SourceCopy } from './curated-answer.table.ts';

/** As much of a passage as it takes to know it again. */
const copyLength = 4_000;
/** A passage that keeps this share of the text is the same one, cut or worded a little differently. */
const leastShared = 0.6;
const shingleLength = 6;

/** What is kept of the passages besides their ids, which a parse gives anew. */
export function copySources(passages: readonly RetrievalHit[]): Record<string, SourceCopy> {
  return Object.fromEntries(
    passages.map(({ chunkId, documentId, documentName, text }) => [
      chunkId,
      { documentId, documentName, text: text.slice(0, copyLength) },
    ]),
  );
}

/** Sources that a parse gave other ids are found again by their text, within their document. */
export async function readSources<Row extends Pick<CuratedAnswerRow, 'id' | 'chunkIds' | 'sourceCopies'>>(
  tx: Tx,
  rows: readonly Row[],
  baseIds: string[],
): Promise<{ rows: Row[]; passages: RetrievalHit[] }> {
  const passages = await readPassages(tx, [...new Set(rows.flatMap(({ chunkIds }) => chunkIds))], baseIds);
  const known = new Set(passages.map(({ chunkId }) => chunkId));
  const lost = rows.flatMap(({ chunkIds, sourceCopies }) =>
    chunkIds.flatMap((id) => (known.has(id) || !sourceCopies[id] ? [] : [{ id, ...sourceCopies[id] }])),
  );
  if (lost.length === 0) return { rows: [...rows], passages };
  const moved = await findAgain(tx, lost, baseIds);
  if (moved.size === 0) return { rows: [...rows], passages };
  const found = await readPassages(tx, [...new Set(moved.values())], baseIds);
  const copies = copySources(found);
  const system = asSystemTx('a parse gave the passages other ids', tx);
  const changed: Row[] = [];
  for (const row of rows) {
    if (!row.chunkIds.some((id) => moved.has(id))) {
      changed.push(row);
      continue;
    }
    const chunkIds = row.chunkIds.map((id) => moved.get(id) ?? id);
    const sourceCopies = Object.fromEntries(
      chunkIds.flatMap((id) => {
        const copy = copies[id] ?? row.sourceCopies[id];
        return copy ? [[id, copy]] : [];
      }),
    );
    await setCuratedSources(system, row.id, { from: row.chunkIds, chunkIds, sourceCopies });
    changed.push({ ...row, chunkIds, sourceCopies });
  }
  const all = new Map([...passages, ...found].map((passage) => [passage.chunkId, passage]));
  return { rows: changed, passages: [...all.values()] };
}

/** The ids under which these passages are found now. */
async function findAgain(
  tx: Tx,
  lost: ({ id: string } & SourceCopy)[],
  baseIds: string[],
): Promise<Map<string, string>> {
  const moved = new Map<string, string>();
  for (const documentId of new Set(lost.map((source) => source.documentId))) {
    const candidates = await tx
      .select({ id: chunks.id, text: chunks.text })
      .from(chunks)
      .innerJoin(
        documents,
        and(eq(documents.id, chunks.documentId), eq(documents.activeVersion, chunks.version)),
      )
      .where(
        and(
          eq(chunks.documentId, documentId),
          eq(chunks.enabled, true),
          eq(documents.enabled, true),
          isNull(documents.deletedAt),
          inArray(documents.knowledgeBaseId, baseIds),
        ),
      )
      .orderBy(chunks.ordinal);
    const folded = candidates.map(({ id, text }) => ({ id, text: fold(text) }));
    for (const source of lost.filter((other) => other.documentId === documentId)) {
      const id = findText(fold(source.text), folded);
      if (id) moved.set(source.id, id);
    }
  }
  return moved;
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** The passage that has most of the text, if one has enough of it. */
function findText(text: string, candidates: readonly { id: string; text: string }[]): string | undefined {
  const whole = candidates.find((candidate) => candidate.text.includes(text));
  if (whole) return whole.id;
  const wanted = shingles(text);
  let best: { id: string; share: number } | undefined;
  for (const candidate of candidates) {
    const has = shingles(candidate.text);
    let shared = 0;
    for (const shingle of wanted) if (has.has(shingle)) shared += 1;
    const share = wanted.size === 0 ? 0 : shared / wanted.size;
    if (share >= leastShared && share > (best?.share ?? 0)) best = { id: candidate.id, share };
  }
  return best?.id;
}

/** Runs of characters, which serve Chinese as they serve words. */
function shingles(text: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at + shingleLength <= text.length; at += 1) found.add(text.slice(at, at + shingleLength));
  return found;
}
