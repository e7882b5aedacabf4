import { eq, type SQL, sql } from 'drizzle-orm';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { newId, type SystemTx } from '../../../platform/database/database.ts';
import { graphEntities } from '../graph-parts.table.ts';
import { graphExtractions } from '../knowledge-graph.table.ts';
import type { AssembledRun } from './assemble-graph.ts';
import type { KeyedChunk } from './extract-graph.ts';
import {
  deleteExtractionsByKey,
  deleteOldCommunities,
  deleteSomeEntities,
  finishBuild,
  insertCommunities,
  insertEntities,
  insertRelations,
  rowsAtOnce,
  updateGraph,
} from './graph-build.queries.ts';
import type { GraphRun } from './graph-run.ts';
import type { Reports } from './report-graph.ts';

/** Writes the rows of the new build; the previous build stays in use. */
export async function storeGraph(run: GraphRun, { graph }: AssembledRun, reports: Reports): Promise<void> {
  const { companyId, base, build } = run;
  const place = { companyId, knowledgeBaseId: base.id, build };
  const ids = graph.entities.map(() => newId());
  const degrees = new Uint32Array(graph.entities.length);
  for (const { source, target } of graph.relations) {
    degrees[source]!++;
    degrees[target]!++;
  }
  const steps = graph.entities.length + graph.relations.length + graph.communities.length;
  let done = 0;
  await inPages(graph.entities, async (page, from) => {
    done += page.length;
    await run.report('storing', done, steps);
    await run.write(async (tx) => {
      await insertEntities(
        tx,
        page.map(({ name, type, aliases, keys, rank, community, mentions }, n) => ({
          id: ids[from + n] as string,
          ...place,
          name,
          type,
          aliases,
          keys,
          rank,
          degree: degrees[from + n] ?? 0,
          mentions: mentions.length,
          community,
        })),
        page.flatMap(({ mentions }, n) =>
          mentions.map((mention) => ({ ...mention, ownerId: ids[from + n] as string })),
        ),
      );
    });
  });
  await inPages(graph.relations, async (page) => {
    done += page.length;
    await run.report('storing', done, steps);
    const relationIds = page.map(() => newId());
    await run.write(async (tx) => {
      await insertRelations(
        tx,
        page.map(({ source, target, weight }, n) => ({
          id: relationIds[n] as string,
          ...place,
          sourceId: ids[source] as string,
          targetId: ids[target] as string,
          weight,
        })),
        page.flatMap(({ mentions }, n) =>
          mentions.map((mention) => ({ ...mention, ownerId: relationIds[n] as string })),
        ),
      );
    });
  });
  await inPages(graph.communities, (page) =>
    run.write(async (tx) => {
      await insertCommunities(
        tx,
        page.map(({ number, members, title }) => {
          const report = reports.get(number);
          return {
            id: newId(),
            ...place,
            number,
            size: members.length,
            title: cleanText(report?.title ?? title),
            report: report ? cleanText(report.text) : null,
            reportKey: report?.key ?? null,
            chunkIds: report?.chunkIds ?? [],
          };
        }),
      );
    }),
  );
}

async function inPages<Item>(
  items: Item[],
  work: (page: Item[], from: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += rowsAtOnce)
    await work(items.slice(from, from + rowsAtOnce), from);
}

/** The one commit from which the new build answers. */
export async function publishGraph(
  run: GraphRun,
  { graph, skipped, chunkCount }: AssembledRun,
  facts: { modelName: string | null; fingerprint: string; chunksLeftOut: number; builtAt: Date },
): Promise<void> {
  await run.write((tx) =>
    updateGraph(tx, run.base.id, {
      activeBuild: run.build,
      entityCount: graph.entities.length,
      relationCount: graph.relations.length,
      communityCount: graph.communities.length,
      skipped,
      chunkCount,
      ...facts,
    }),
  );
}

export async function endBuild({ write, version, base }: GraphRun): Promise<void> {
  await write((tx) => finishBuild(tx, base.id, version));
}

/** Removes what no build needs any more: rows of earlier builds, and what was read from texts that are gone. */
export async function tidyGraph(run: GraphRun, keyed: KeyedChunk[]): Promise<void> {
  const { platform, companyId, base, build } = run;
  const inCompany = <T>(work: (tx: SystemTx) => Promise<T>) => platform.database.withCompany(companyId, work);
  await removeEntities(run, sql`${graphEntities.build} < ${build}`);
  await inCompany((tx) => deleteOldCommunities(tx, base.id, build));
  const used = new Set(keyed.map(({ key }) => key));
  const kept = await inCompany((tx) =>
    tx
      .select({ key: graphExtractions.key })
      .from(graphExtractions)
      .where(eq(graphExtractions.knowledgeBaseId, base.id)),
  );
  const unused = kept.map(({ key }) => key).filter((key) => !used.has(key));
  for (let from = 0; from < unused.length; from += rowsAtOnce)
    await inCompany((tx) => deleteExtractionsByKey(tx, base.id, unused.slice(from, from + rowsAtOnce)));
}

/** Entities with all that hangs on them, in small steps, so that nobody who deletes chunks waits for long. */
export async function removeEntities(
  { platform, companyId, base }: Pick<GraphRun, 'platform' | 'companyId' | 'base'>,
  which: SQL,
): Promise<void> {
  for (;;) {
    const removed = await platform.database.withCompany(companyId, (tx) =>
      deleteSomeEntities(tx, base.id, which),
    );
    if (removed < rowsAtOnce) return;
  }
}
