import type { Json } from '@lectern/contract';
import type { FlowServices } from '../services.ts';
import { graphOf, runTestFlow } from './run-test-flow.ts';

/** Runs one component after `begin` and returns its step. */
export async function runOne(
  component: string,
  options: Record<string, Json>,
  question: string,
  give: Partial<FlowServices> = {},
) {
  const graph = graphOf({ begin: ['begin'], node: [component, options] }, ['begin > node']);
  const { stored, end } = await runTestFlow(graph, question, { give });
  const { outputs = {}, port, citations, status } = stored.trace.get('node#1') ?? {};
  return { outputs, port, citations, status, end };
}

type Reply = { status?: number; text: string } | Error;

/** A way out that answers from a script: by the beginning of the address, else 404. Keeps what was asked. */
export function scriptedFetch(replies: Record<string, Reply | unknown>) {
  const asked: {
    url: URL;
    method: string;
    headers: Record<string, string>;
    body?: string | undefined;
    redirect: string;
  }[] = [];
  const fetch: FlowServices['fetch'] = async (address, { signal: _, ...init }) => {
    asked.push({ url: new URL(address), ...init });
    const found = Object.entries(replies).find(([begin]) => address.startsWith(begin))?.[1];
    if (found instanceof Error) throw found;
    if (found === undefined) return { status: 404, headers: {}, text: '' };
    const { status = 200, text } = isReply(found) ? found : { text: JSON.stringify(found) };
    return { status, headers: {}, text };
  };
  return { asked, fetch };
}

const isReply = (value: unknown): value is { status?: number; text: string } =>
  typeof (value as { text?: unknown }).text === 'string';
