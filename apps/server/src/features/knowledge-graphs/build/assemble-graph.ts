import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PassageExtraction } from '@lectern/knowledge-graph';
import { and, eq, inArray } from 'drizzle-orm';
import { graphExtractions } from '../knowledge-graph.table.ts';
import type { KeyedChunk } from './extract-graph.ts';
import type { GraphRun } from './graph-run.ts';
import type { AssembledGraph, AssembleGraphTask } from './graph-work.ts';

/** The same base gives the same communities at every build. */
const seed = 1;
const pageSize = 500;
/** The steps of a large base take long, and the last of them says nothing until it ends. */
const stepMs = 120_000;

export type AssembledRun = AssembledGraph & { skipped: number; chunkCount: number };

/** Makes one graph of all that was read. What was read goes by file: it may be far larger than the graph. */
export async function assembleRun(
  run: GraphRun,
  keyed: KeyedChunk[],
  method: AssembleGraphTask['method'],
): Promise<AssembledRun> {
  await run.report('assembling', 0, 3);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-graph-'));
  try {
    const path = join(folder, 'passages.jsonl');
    const counted = { skipped: 0, chunkCount: 0 };
    await pipeline(Readable.from(writeLines(run, keyed, counted)), createWriteStream(path));
    const task: AssembleGraphTask = { path, method, seed };
    const assembled = await run.platform.parsers.run<AssembledGraph>('assembleGraph', task, {
      signal: run.signal,
      pageMs: stepMs,
    });
    return { ...assembled, ...counted };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* writeLines(
  { platform, companyId, base, signal }: GraphRun,
  keyed: KeyedChunk[],
  counted: { skipped: number; chunkCount: number },
): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (let from = 0; from < keyed.length; from += pageSize) {
    signal.throwIfAborted();
    const page = keyed.slice(from, from + pageSize);
    const keys = [...new Set(page.map(({ key }) => key))];
    const rows = await platform.database.withCompany(companyId, (tx) =>
      tx
        .select({ key: graphExtractions.key, extraction: graphExtractions.extraction })
        .from(graphExtractions)
        .where(and(eq(graphExtractions.knowledgeBaseId, base.id), inArray(graphExtractions.key, keys))),
    );
    const byKey = new Map(rows.map((row) => [row.key, row.extraction]));
    for (const { chunkId, key } of page) {
      const extraction = byKey.get(key);
      // New chunks of a base whose graph is not kept up to date wait for the next build asked for.
      if (!extraction) continue;
      counted.chunkCount++;
      if (!seen.has(key)) counted.skipped += extraction.skipped;
      seen.add(key);
      const passage: PassageExtraction = { chunkId, extraction };
      // Readers of lines end one at these two as well, which JSON leaves as they are.
      const line = JSON.stringify(passage).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
      yield `${line}\n`;
    }
  }
}
