import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import { finishedRun } from '../../../platform/runs/columns.ts';
import {
  graphCommunities,
  graphEntities,
  graphMentions,
  graphRelations,
  graphStatements,
} from '../graph-parts.table.ts';
import { graphExtractions, knowledgeGraphs } from '../knowledge-graph.table.ts';
import type { AssembledRun } from './assemble-graph.ts';
import type { KeyedChunk } from './extract-graph.ts';
import type { GraphRun } from './graph-run.ts';
import { lockGraph } from './graph-schedule.service.ts';
import { draftNumber, type Reports } from './report-graph.ts';

const rowsAtOnce = 500;

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
      await tx.insert(graphEntities).values(
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
      );
      await insertOfChunks(tx, companyId, {
        into: sql`${graphMentions} (entity_id, chunk_id, description, company_id)`,
        rows: page.flatMap(({ mentions }, n) =>
          mentions.map(({ chunkId, description }) => [ids[from + n] as string, chunkId, description]),
        ),
      });
    });
  });
  await inPages(graph.relations, async (page) => {
    done += page.length;
    await run.report('storing', done, steps);
    const relationIds = page.map(() => newId());
    await run.write(async (tx) => {
      await tx.insert(graphRelations).values(
        page.map(({ source, target, weight }, n) => ({
          id: relationIds[n] as string,
          ...place,
          sourceId: ids[source] as string,
          targetId: ids[target] as string,
          weight,
        })),
      );
      await insertOfChunks(tx, companyId, {
        into: sql`${graphStatements} (relation_id, chunk_id, description, company_id)`,
        rows: page.flatMap(({ mentions }, n) =>
          mentions.map(({ chunkId, description }) => [relationIds[n] as string, chunkId, description]),
        ),
      });
    });
  });
  await inPages(graph.communities, (page) =>
    run.write(async (tx) => {
      await tx.insert(graphCommunities).values(
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

/** Rows that hang on chunks: those of a chunk that went meanwhile are left out, and the others' chunks stay until the commit. */
async function insertOfChunks(
  tx: Tx,
  companyId: string,
  { into, rows }: { into: ReturnType<typeof sql>; rows: string[][] },
): Promise<void> {
  const list = (column: number, type: 'uuid' | 'text') =>
    sql`${sql.param(rows.map((row) => row[column] as string))}::${sql.raw(type)}[]`;
  if (rows.length > 0)
    await tx.execute(sql`
      insert into ${into}
      select given.owner_id, given.chunk_id, given.description, ${companyId}::uuid
      from unnest(${list(0, 'uuid')}, ${list(1, 'uuid')}, ${list(2, 'text')}) as given(owner_id, chunk_id, description)
      join chunks on chunks.id = given.chunk_id
      for key share of chunks`);
}

/** The one commit from which the new build answers. */
export async function publishGraph(
  run: GraphRun,
  { graph, skipped, chunkCount }: AssembledRun,
  facts: { modelName: string | null; fingerprint: string; chunksLeftOut: number; builtAt: Date },
): Promise<void> {
  await run.write((tx) =>
    tx
      .update(knowledgeGraphs)
      .set({
        activeBuild: run.build,
        entityCount: graph.entities.length,
        relationCount: graph.relations.length,
        communityCount: graph.communities.length,
        skipped,
        chunkCount,
        ...facts,
      })
      .where(eq(knowledgeGraphs.knowledgeBaseId, run.base.id)),
  );
}

/** Finishes the run, unless another build was requested meanwhile: its job waits for this one to end. */
export async function endBuild({ write, version, base }: GraphRun): Promise<void> {
  const isOutdated = sql`${knowledgeGraphs.requestedVersion} > ${version}`;
  await write((tx) =>
    tx
      .update(knowledgeGraphs)
      .set({
        ...finishedRun(),
        state: sql`case when ${isOutdated} then 'queued' else 'finished' end`,
        wantsNew: sql`${isOutdated} and ${knowledgeGraphs.wantsNew}`,
      })
      .where(eq(knowledgeGraphs.knowledgeBaseId, base.id)),
  );
}

/** Removes what no build needs any more: rows of earlier builds, and what was read from texts that are gone. */
export async function tidyGraph(run: GraphRun, keyed: KeyedChunk[]): Promise<void> {
  const { platform, companyId, base, build } = run;
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => platform.database.withCompany(companyId, work);
  await removeEntities(run, sql`${graphEntities.build} < ${build}`);
  await inCompany((tx) =>
    tx
      .delete(graphCommunities)
      .where(
        and(
          eq(graphCommunities.knowledgeBaseId, base.id),
          sql`(${graphCommunities.build} < ${build} or ${graphCommunities.number} = ${draftNumber})`,
        ),
      ),
  );
  const used = new Set(keyed.map(({ key }) => key));
  const kept = await inCompany((tx) =>
    tx
      .select({ key: graphExtractions.key })
      .from(graphExtractions)
      .where(eq(graphExtractions.knowledgeBaseId, base.id)),
  );
  const unused = kept.map(({ key }) => key).filter((key) => !used.has(key));
  for (let from = 0; from < unused.length; from += rowsAtOnce)
    await inCompany((tx) =>
      tx
        .delete(graphExtractions)
        .where(
          and(
            eq(graphExtractions.knowledgeBaseId, base.id),
            inArray(graphExtractions.key, unused.slice(from, from + rowsAtOnce)),
          ),
        ),
    );
}

/** Entities with all that hangs on them, in small steps, so that nobody who deletes chunks waits for long. */
export async function removeEntities(
  { platform, companyId, base }: Pick<GraphRun, 'platform' | 'companyId' | 'base'>,
  which: SQL,
): Promise<void> {
  for (;;) {
    const removed = await platform.database.withCompany(companyId, async (tx) => {
      // The graph before its chunks, as everywhere.
      await lockGraph(tx, base.id);
      const rows = await tx
        .select({ id: graphEntities.id })
        .from(graphEntities)
        .where(and(eq(graphEntities.knowledgeBaseId, base.id), which))
        .limit(rowsAtOnce);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await tx.delete(graphEntities).where(inArray(graphEntities.id, ids));
      return ids.length;
    });
    if (removed < rowsAtOnce) return;
  }
}
