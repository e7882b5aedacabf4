import { setPriority } from 'node:os';
import type { FromModel, ToModel } from '../process/protocol.ts';
import { type LoadedModel, openTextModel } from './text-model.ts';

// The program of a process that runs one model.

const aliveEveryMs = 1_000;

const say = (message: FromModel) => process.send?.(message);
const owners = new Map<number, object>();
let model: Promise<LoadedModel> | undefined;

async function load({ folder, manifest, runtime, threads }: Extract<ToModel, { type: 'load' }>) {
  const loaded = await openTextModel(folder, manifest, { runtime, threads });
  say({ type: 'loaded' });
  return loaded;
}

async function answer({ id, method, task }: Extract<ToModel, { type: 'call' }>): Promise<void> {
  const owner = {};
  owners.set(id, owner);
  try {
    const loaded = await model;
    const run = loaded?.[method];
    if (run === undefined) throw new Error(`it is no model to ${method} with`);
    const result = await (run as (task: unknown, owner: object) => Promise<unknown>)(task, owner);
    if (owners.has(id)) say({ type: 'result', id, result });
  } catch (error) {
    say({ type: 'failed', id, detail: (error as Error).message });
  } finally {
    owners.delete(id);
  }
}

async function cancel(id: number): Promise<void> {
  const owner = owners.get(id);
  owners.delete(id);
  if (owner) (await model)?.drop(owner);
}

// The person who waits for a page comes before the documents that are being read.
setPriority(5);
// A terminal or service manager signals every process; the server decides when a model is given up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
setInterval(() => say({ type: 'alive' }), aliveEveryMs);
process.on('message', (message: ToModel) => {
  if (message.type === 'load') {
    model = load(message);
    model.catch((error) => say({ type: 'unusable', detail: (error as Error).message }));
  } else if (message.type === 'call') void answer(message);
  else void cancel(message.id);
});
