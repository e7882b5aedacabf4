import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  AppError,
  type callFlowWebhook,
  flowTriggerLimits,
  type Json,
  type Language,
  type ResponseOf,
} from '@lectern/contract';
import type { Platform } from '../../../platform/platform.ts';
import { presentRunError } from '../../../platform/runs/present-run.ts';
import type { Executor } from '../runs/flow-run.service.ts';
import { watchUntilOver } from '../runs/watch-until-over.ts';
import {
  countTriggerCalls,
  findCompanyOfTrigger,
  insertTriggerCall,
  lockFlowTrigger,
} from './flow-trigger.queries.ts';
import { secretContext } from './flow-trigger.service.ts';
import type { FlowTriggerRow } from './flow-trigger.table.ts';
import { startTriggered } from './start-triggered.ts';

const mostInputs = 64;

type WebhookCall = {
  id: string;
  bytes: Buffer;
  timestamp: string;
  signature: string;
  wait: number | undefined;
};

/** One answer for all that is wrong with a call, so that it tells nothing of what there is. */
const refused = () => new AppError('flow_trigger.refused');

export async function callWebhook(
  platform: Platform,
  executor: Executor,
  { id, bytes, timestamp, signature, wait }: WebhookCall,
  language: Language,
  signal: AbortSignal,
): Promise<ResponseOf<typeof callFlowWebhook>> {
  const { database } = platform;
  const companyId = await database.asSystem('the company of a webhook', (tx) => findCompanyOfTrigger(tx, id));
  if (companyId === undefined) throw refused();
  const run = await database.withCompany(companyId, async (tx) => {
    const trigger = await lockFlowTrigger(tx, id);
    if (!trigger?.enabled || !isSigned(platform, trigger, { bytes, timestamp, signature })) throw refused();
    if (!(await insertTriggerCall(tx, trigger, signature))) throw refused();
    const { settings } = trigger;
    const perMinute = settings.kind === 'webhook' ? settings.perMinute : 0;
    if ((await countTriggerCalls(tx, id, new Date(Date.now() - 60_000))) > perMinute)
      throw new AppError('flow_trigger.too_many_calls', {}, { retryAfterSeconds: 60 });
    const { question, inputs } = readBody(bytes);
    return startTriggered(platform, tx, trigger, { source: 'webhook', question, inputs });
  });
  if (!run) throw new AppError('flow_trigger.not_runnable');
  executor.start({ companyId, runId: run.id });
  if (wait === undefined) return { runId: run.id, state: run.state, text: null, error: null };
  // As long as it is asked to, and no longer than the caller stays.
  const patience = AbortSignal.any([signal, AbortSignal.timeout(wait * 1_000)]);
  const ended =
    (await watchUntilOver(platform, executor.live, { companyId, runId: run.id }, patience)) ?? run;
  const text = ended.memory.posts.map((post) => post.text).join('\n\n');
  const error = presentRunError(ended, language);
  return {
    runId: run.id,
    state: ended.state,
    text,
    error: error && { code: error.code, message: error.message },
  };
}

function isSigned(
  { secrets }: Platform,
  trigger: FlowTriggerRow,
  { bytes, timestamp, signature }: Pick<WebhookCall, 'bytes' | 'timestamp' | 'signature'>,
): boolean {
  if (trigger.sealedSecret === null || !/^\d{9,11}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature))
    return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > flowTriggerLimits.webhookSeconds) return false;
  const secret = secrets.decrypt(trigger.sealedSecret, secretContext(trigger.id));
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(bytes).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/** What was sent, with its own names: those of the fields of a form are not ours to change. */
function readBody(bytes: Buffer): { question: string; inputs: Record<string, Json> } {
  const { question = '', ...inputs } = JSON.parse(bytes.toString('utf8')) as Record<string, Json>;
  const names = Object.keys(inputs);
  if (typeof question !== 'string' || question.length > 8_000 || names.length > mostInputs)
    throw new AppError('flow_trigger.wrong_body');
  return { question: question.trim(), inputs };
}
