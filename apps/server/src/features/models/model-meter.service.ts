import { type Amount, type Meter, ModelError } from '@lectern/models';
import { asSystemTx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ModelRow } from './model.table.ts';
import {
  beginModelUse,
  correctModelUse,
  findModelUse,
  type ModelLimits,
  type ModelUse,
  modelSpending,
  takeModelUse,
} from './model-use.queries.ts';

export function isLimited(limits: ModelLimits): boolean {
  return (
    limits.requestsPerMinute !== null || limits.tokensPerMinute !== null || limits.pricePerMonth !== null
  );
}

type NowUsed = NonNullable<Awaited<ReturnType<typeof findModelUse>>>;

/** The limit that is used up, if one is. A month outlasts a minute, so its limit is told first. */
function findReached(limits: ModelLimits, used: NowUsed, currency: string): ModelError | undefined {
  const { requestsPerMinute, tokensPerMinute, pricePerMonth } = limits;
  const isUsedUp = (amount: number, limit: number | null) => limit !== null && amount >= limit;
  const refuse = (
    kind: 'requests_limited' | 'tokens_limited' | 'price_limited',
    detail: string,
    seconds: number,
  ) => new ModelError(kind, { detail, retryAfterMs: Math.ceil(seconds) * 1000 });
  if (isUsedUp(used.price, pricePerMonth))
    return refuse('price_limited', `${pricePerMonth} ${currency}`, used.secondsOfMonth);
  if (isUsedUp(used.requests, requestsPerMinute))
    return refuse('requests_limited', `${requestsPerMinute}`, used.secondsOfMinute);
  if (isUsedUp(used.tokens, tokensPerMinute))
    return refuse('tokens_limited', `${tokensPerMinute}`, used.secondsOfMinute);
  return undefined;
}

/** Counts a company's calls of a model across processes; undefined where nothing is limited. */
export function createMeter(
  { database, config, log }: Platform,
  row: ModelRow,
  companyId: string,
): Meter | undefined {
  if (!isLimited(row) || companyId === '') return undefined;
  const ids = { companyId, modelId: row.id };
  const useOf = ({ input, output }: Amount, requests = 0): ModelUse => ({
    requests,
    // Characters are no tokens.
    tokens: row.type === 'text_to_speech' ? 0 : Math.round(input + output),
    price: ((row.inputPrice ?? 0) * input + (row.outputPrice ?? 0) * output) / 1_000_000,
  });
  const work = <T>(run: (tx: ReturnType<typeof asSystemTx>) => Promise<T>) =>
    database.withCompany(companyId, (tx) =>
      run(asSystemTx('calls of a model are counted for a company', tx)),
    );

  const take = (use: ModelUse) =>
    work(async (tx) => {
      while (!(await takeModelUse(tx, ids, row, use))) {
        const used = await findModelUse(tx, ids);
        if (!used) {
          await beginModelUse(tx, ids, await modelSpending.get()(tx, row.id));
          continue;
        }
        const reached = findReached(row, used, config.currency);
        if (reached) throw reached;
        // The minute was over in between: there is room again.
      }
    });

  return {
    enter: async ({ requests, input }) => {
      const estimate = useOf({ input, output: 0 }, requests);
      await take(estimate);
      return async (amount) => {
        const { tokens, price } = useOf(amount);
        const difference = {
          requests: 0,
          tokens: tokens - estimate.tokens,
          price: price - estimate.price,
        };
        await work((tx) => correctModelUse(tx, ids, difference)).catch((error) =>
          log.warn({ event: 'model_use.not_corrected', modelId: row.id, reason: String(error) }),
        );
      };
    },
  };
}
