import type { ChunkKind } from '@lectern/contract';
import { and, asc, eq, inArray, isNotNull, notInArray } from 'drizzle-orm';
import { chunks } from '../../documents/chunks/chunk.table.ts';
import { updateParse } from '../../documents/document.queries.ts';
import { unpackVector } from '../../indexing/document-index.service.ts';
import { openWriter } from '../../models/complete.service.ts';
import { forEachAtOnce } from '../for-each-at-once.ts';
import { appendMessage, progressMessage } from '../parse-progress.ts';
import { ofParse, type ParseRun, reload } from '../parse-run.ts';
import { embedMissing } from './embed-document.ts';
import { createSummariser } from './summarise-group.ts';

/** Rows, questions with answers and facts are no text that could be summed up. */
export const summarisedKinds: ChunkKind[] = ['text', 'table', 'image', 'slide'];
/** Vectors that are grouped in one go; a longer document is grouped part by part. */
const windowSize = 1_500;
const atOnce = 4;

/** A chunk or a summary, as one of those that are grouped. */
type Node = { id: string };

/**
 * Summaries over groups of like chunks, then over groups of those summaries, until one is left (RAPTOR). The groups
 * follow from vectors and seed alone, and a summary names its members: run again, it finds what is there already.
 */
export async function summariseDocument(run: ParseRun): Promise<void> {
  const { platform, parse, enrichment, follower } = run;
  if (!enrichment.raptor.enabled) return;
  const { writer, leaves, nextOrdinal } = await platform.database.withCompany(
    parse.companyId,
    async (tx) => ({
      writer: await openWriter(platform, tx, enrichment.chatModelId),
      leaves: await tx
        .select({ id: chunks.id })
        .from(chunks)
        .where(and(ofParse(parse), inArray(chunks.kind, summarisedKinds), isNotNull(chunks.vector)))
        .orderBy(asc(chunks.ordinal)),
      nextOrdinal: await tx.$count(chunks, and(ofParse(parse), notInArray(chunks.kind, ['summary']))),
    }),
  );
  if (leaves.length < 2) return;
  await follower.enter(
    'summarising',
    progressMessage('parse.summarising', { with: writer?.name ?? 'Lectern' }),
  );
  const stop = platform.metrics.parseSeconds.startTimer({ stage: 'summarising' });
  const summariser = await createSummariser(run, writer);
  let nodes: Node[] = leaves;
  let ordinal = nextOrdinal;
  while (nodes.length > 1) {
    const groups = await groupNodes(run, nodes);
    const next: (Node | undefined)[] = groups.map(() => undefined);
    const first = ordinal;
    await forEachAtOnce(groups, atOnce, follower.signal, async (members, position) => {
      // Alone in its group, it goes up as it is.
      next[position] =
        members.length === 1 ? members[0] : await summariser.summarise(members, first + position);
      follower.report('summarising', position + 1, groups.length);
    });
    ordinal += groups.length;
    await embedMissing(run);
    const above = distinct(next);
    // Groups may overlap; a layer that got no smaller would continue forever.
    if (above.length >= nodes.length) break;
    nodes = above;
  }
  stop();
  await tell(run, summariser.leftOut);
}

async function groupNodes(run: ParseRun, nodes: Node[]): Promise<Node[][]> {
  const { platform, parse, enrichment, follower } = run;
  const { threshold, maxCluster, randomSeed } = enrichment.raptor;
  const groups: Node[][] = [];
  for (let from = 0; from < nodes.length; from += windowSize) {
    const window = nodes.slice(from, from + windowSize);
    const vectors = await platform.database.withCompany(parse.companyId, async (tx) => {
      const ids = window.map(({ id }) => id);
      await reload(tx, run);
      const rows = await tx
        .select({ id: chunks.id, vector: chunks.vector })
        .from(chunks)
        .where(and(inArray(chunks.id, ids), isNotNull(chunks.vector)));
      const byId = new Map(rows.map((row) => [row.id, unpackVector(row.vector as Buffer)]));
      return ids.map((id) => byId.get(id) as Float32Array);
    });
    const positions = await platform.parsers.run<number[][]>(
      'group',
      {
        vectors,
        // Each layer has at most half as many as the one below.
        options: { threshold, randomSeed, maxCluster: Math.min(maxCluster, Math.ceil(window.length / 2)) },
      },
      { signal: follower.signal },
    );
    groups.push(...positions.map((members) => members.map((position) => window[position] as Node)));
  }
  return groups;
}

function distinct(nodes: (Node | undefined)[]): Node[] {
  return [...new Map(nodes.filter((node) => node !== undefined).map((node) => [node.id, node])).values()];
}

async function tell({ platform, parse }: ParseRun, leftOut: number): Promise<void> {
  await platform.database.withCompany(parse.companyId, async (tx) => {
    const summaries = await tx.$count(chunks, and(ofParse(parse), eq(chunks.kind, 'summary')));
    const messages = [progressMessage('parse.summarised', { summaries })];
    if (leftOut > 0) messages.push(progressMessage('warning.summary_left_out', { count: leftOut }));
    for (const message of messages)
      await updateParse(tx, parse, { messages: appendMessage(message) } as unknown as Parameters<
        typeof updateParse
      >[2]);
  });
}
