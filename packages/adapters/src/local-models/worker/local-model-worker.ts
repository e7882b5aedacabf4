import { setPriority } from 'node:os';
import { LocalModelError } from '../local-model-error.ts';
import type { FromModel, ToModel } from '../process/protocol.ts';
import { openChatModel } from './chat/chat-model.ts';
import type { LoadedModel } from './loaded-model.ts';
import { openTextModel } from './text-model.ts';

// The program of a process that runs one model.

const aliveEveryMs = 1_000;

type Run = (task: unknown, owner: object, say: (text: string) => void) => Promise<unknown>;

const say = (message: FromModel) => process.send?.(message);
const owners = new Map<number, object>();
let model: Promise<LoadedModel> | undefined;

async function load({ folder, manifest, runtime, threads }: Extract<ToModel, { type: 'load' }>) {
  // The person who waits for a page comes before the documents that are being read. Answers are waited for as well.
  if (manifest.type !== 'chat') setPriority(5);
  const loaded =
    manifest.type === 'chat'
      ? await openChatModel(folder, manifest, { runtime, threads })
      : await openTextModel(folder, manifest, { runtime, threads });
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
    const sayText = (text: string) => owners.has(id) && say({ type: 'text', id, text });
    const result = await (run as Run)(task, owner, sayText);
    if (owners.has(id)) say({ type: 'result', id, result });
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof LocalModelError)
      say({ type: 'failed', id, detail: error.detail ?? '', kind: error.kind });
    else say({ type: 'failed', id, detail: message });
  } finally {
    owners.delete(id);
  }
}

async function cancel(id: number): Promise<void> {
  const owner = owners.get(id);
  owners.delete(id);
  if (owner) (await model)?.drop(owner);
}

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
