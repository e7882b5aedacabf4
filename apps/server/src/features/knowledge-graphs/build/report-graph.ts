import { type CommunityReport, readReport } from '@lectern/knowledge-graph';
import { type ChatModel, ModelError } from '@lectern/models';
import { and, eq, inArray } from 'drizzle-orm';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { newId } from '../../../platform/database/database.ts';
import type { Opened } from '../../models/model.service.ts';
import { graphCommunities } from '../graph-parts.table.ts';
import type { AssembledRun } from './assemble-graph.ts';
import { hashOf, recordGraphCall } from './extract-graph.ts';
import { draftNumber, insertCommunities } from './graph-build.queries.ts';
import { complete } from './graph-model.ts';
import type { GraphRun } from './graph-run.ts';

/** Reports by the numbers of their communities; with the key of what a model was asked, where one wrote it. */
export type Reports = Map<number, CommunityReport & { key?: string }>;

/**
 * Reports in a model's words, each kept when it is written. One that was asked in the same words before, by this build
 * before it was killed or by an earlier one, is taken over; without a model to ask, the others stay as the built-in
 * method wrote them.
 */
export async function writeReports(
  run: GraphRun,
  { graph, questions, reports: builtIn }: AssembledRun,
  engine: { modelId: string; model: Opened<ChatModel> | undefined },
): Promise<Reports> {
  const { companyId, base, build } = run;
  const asked = Object.entries(questions).map(([number, question]) => ({
    number: Number(number),
    question,
    key: hashOf(`${engine.modelId}\n${question.system}\n${question.prompt}`),
  }));
  const known = await findReports(
    run,
    asked.map(({ key }) => key),
  );
  const written = new Map(known.map((row) => [row.key, row]));
  const reports = reportsOf(builtIn);
  for (const [n, { number, question, key }] of asked.entries()) {
    await run.report('reporting', n, asked.length);
    const { chunkIds } = question;
    const earlier = written.get(key);
    if (earlier?.text) {
      reports.set(number, { title: earlier.title, text: earlier.text, chunkIds, key });
      continue;
    }
    const { model } = engine;
    if (!model) continue;
    const begin = performance.now();
    const answer = await complete(model.model, question, run.signal).catch((error) => {
      if (
        error instanceof ModelError &&
        ['content_filtered', 'context_too_long', 'bad_response'].includes(error.kind)
      )
        return undefined;
      throw error;
    });
    if (!answer) continue;
    const report = readReport(cleanText(answer.text), chunkIds);
    await run.write(async (tx) => {
      await recordGraphCall(tx, run, model, `report:${key}`, answer.usage, begin);
      // Kept under this build at once; the row of the community itself takes its place.
      if (report)
        await insertCommunities(tx, [
          {
            id: newId(),
            companyId,
            knowledgeBaseId: base.id,
            build,
            number: draftNumber,
            size: graph.communities[number]?.members.length ?? 0,
            title: cleanText(report.title),
            report: cleanText(report.text),
            reportKey: key,
          },
        ]);
    });
    if (report) reports.set(number, { ...report, key });
  }
  return reports;
}

export function reportsOf(reports: AssembledRun['reports']): Reports {
  return new Map(Object.entries(reports).map(([number, report]) => [Number(number), report]));
}

async function findReports({ platform, companyId, base }: GraphRun, keys: string[]) {
  if (keys.length === 0) return [];
  return platform.database.withCompany(companyId, (tx) =>
    tx
      .select({
        key: graphCommunities.reportKey,
        title: graphCommunities.title,
        text: graphCommunities.report,
      })
      .from(graphCommunities)
      .where(and(eq(graphCommunities.knowledgeBaseId, base.id), inArray(graphCommunities.reportKey, keys))),
  );
}
