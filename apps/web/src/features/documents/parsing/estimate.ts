import { type BodyOf, estimateParse, type ResponseOf } from '@lectern/contract';
import { callApi } from '../../../api/client.ts';

export type ParseEstimate = ResponseOf<typeof estimateParse>;

/** Other settings than each document's own. */
export type ParseSettings = NonNullable<BodyOf<typeof estimateParse>['settings']>;

/** Ids that one call takes. */
export const idsPerCall = 500;

export function inBatches<T>(items: readonly T[], size = idsPerCall): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size));
  return batches;
}

function addUp(estimates: readonly ParseEstimate[]): ParseEstimate | undefined {
  const [first, ...others] = estimates;
  if (!first) return undefined;
  const works = new Map(first.works.map((work) => [work.work, { ...work }]));
  for (const next of others.flatMap((estimate) => estimate.works)) {
    const known = works.get(next.work);
    if (!known) {
      works.set(next.work, { ...next });
      continue;
    }
    known.calls += next.calls;
    known.promptTokens += next.promptTokens;
    known.completionTokens += next.completionTokens;
    known.cost = known.cost === null || next.cost === null ? null : known.cost + next.cost;
  }
  return {
    documents: estimates.reduce((sum, { documents }) => sum + documents, 0),
    works: [...works.values()],
    currency: first.currency,
    exact: estimates.every(({ exact }) => exact),
  };
}

/** What parsing these documents would ask of models; with `settings`, if they were set so. */
export async function estimateDocuments(
  knowledgeBaseId: string,
  documentIds: readonly string[],
  settings: ParseSettings | undefined,
  signal: AbortSignal,
): Promise<ParseEstimate | undefined> {
  const estimates: ParseEstimate[] = [];
  for (const batch of inBatches(documentIds))
    estimates.push(
      await callApi(estimateParse, {
        params: { knowledgeBaseId },
        body: { documentIds: batch, ...(settings ? { settings } : {}) },
        signal,
      }),
    );
  return addUp(estimates);
}

/**
 * Whether a person should see the estimate before it begins: models other than those that come with the product are
 * asked for more than vectors, or it costs something that can be seen.
 */
export function asksModels({ works }: ParseEstimate): boolean {
  return works.some(
    ({ work, builtIn, modelName, calls, cost }) =>
      !builtIn && modelName !== null && calls > 0 && (work !== 'embedding' || (cost ?? 0) >= 0.01),
  );
}
