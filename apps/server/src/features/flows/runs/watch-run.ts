import type { FlowRunEvent, Language } from '@lectern/contract';
import type { RunEvent } from '@lectern/flow';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isActive } from '../../../platform/runs/columns.ts';
import { findFlowRunStamp } from './flow-run.queries.ts';
import { readRun } from './flow-run.service.ts';
import type { LiveRuns } from './live-runs.ts';
import { presentStep } from './present-flow-run.ts';

/** How often a follower looks whether another process has stored something. */
const lookEveryMs = 500;

type Sent = { id: string; data: FlowRunEvent };

/**
 * What a run has done, then each step as it happens, until it ends or waits for a person. The database is read only for
 * what this process does not carry out itself, and then only where something was stored.
 */
export async function* watchRun(
  platform: Platform,
  live: LiveRuns,
  actor: Actor,
  id: string,
  language: Language,
  signal: AbortSignal,
): AsyncGenerator<Sent> {
  const events: RunEvent[] = [];
  let hasChanged = false;
  let wake = () => {};
  const leave = live.listen(id, (event) => {
    if (event === 'changed') hasChanged = true;
    else events.push(structuredClone(event));
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = live.isHere(id) ? undefined : setTimeout(resolve, lookEveryMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (events.length > 0 || hasChanged || signal.aborted) wake();
    });
  let sent = 0;
  const next = (data: FlowRunEvent): Sent => ({ id: String(sent++), data });
  try {
    let stamp = await readStamp(platform, actor, id);
    let known = await readRun(platform, actor, id, language);
    yield next({ type: 'run', run: known });
    const seen = new Map(known.steps.map((step) => [step.key, JSON.stringify(step)]));
    while (!signal.aborted) {
      for (const event of events.splice(0)) {
        const data = presentEvent(event, language);
        if (data?.type === 'step') seen.set(data.step.key, JSON.stringify(data.step));
        if (data) yield next(data);
      }
      if (!isActive(known) && !hasChanged && events.length === 0) {
        yield next({ type: 'done', run: known });
        return;
      }
      await rest();
      if (events.length > 0 || (live.isHere(id) && !hasChanged)) continue;
      hasChanged = false;
      const latest = await readStamp(platform, actor, id);
      if (latest === stamp) continue;
      stamp = latest;
      known = await readRun(platform, actor, id, language);
      for (const step of known.steps)
        if (seen.get(step.key) !== JSON.stringify(step)) {
          seen.set(step.key, JSON.stringify(step));
          yield next({ type: 'step', step });
        }
    }
  } finally {
    leave();
  }
}

/** Another one after each write to the run. */
const readStamp = ({ database }: Platform, actor: Actor, id: string) =>
  database.withActor(actor, (tx) => findFlowRunStamp(tx, id));

function presentEvent(event: RunEvent, language: Language): FlowRunEvent | undefined {
  if (event.type === 'step')
    return event.step.nodeId.startsWith('$')
      ? undefined
      : { type: 'step', step: presentStep(event.step, language) };
  return event.type === 'citation' ? undefined : event;
}
