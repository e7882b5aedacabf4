import { setTimeout } from 'node:timers/promises';
import {
  AppError,
  askQuestion,
  type Citation,
  createConversation,
  documentAddress,
  type FlowRun,
  getFlow,
  getFlowRun,
  listAssistants,
  listFlows,
  startFlowRun,
  toDocumentPlace,
} from '@lectern/contract';
import { z } from 'zod';
import { cut, defineTool, readOnly, type Tool, type ToolContext } from './tool.ts';

const listedAtOnce = 50;
const longestQuote = 1_000;
/** A client waits about a minute; what takes longer can be asked for by the id of the run. */
const longestRunMs = 55_000;
const pollMs = 250;

const id = z.uuid();
const listing = z.object({
  search: z.string().max(255).optional().describe('Part of the name'),
  page: z.number().int().min(1).max(10_000).default(1),
});
const named = z.object({ id, name: z.string(), description: z.string() });

const nameLines = (items: z.output<typeof named>[], none: string) =>
  items.length === 0
    ? none
    : items.map(({ id: itemId, name, description }) => `- ${name} (${itemId}) ${description}`).join('\n');

const citation = z.object({
  number: z.number().int(),
  quote: z.string(),
  document_id: id,
  document_name: z.string(),
  page: z.number().int().nullable(),
  url: z.string().describe('Opens the document at the passage'),
});

const placeOf = (one: Citation) =>
  toDocumentPlace({ ...one, charRange: one.quoteRange, version: one.documentVersion });

function describeCitations(citations: readonly Citation[], publicUrl: string): z.input<typeof citation>[] {
  return citations.map((one) => ({
    number: one.number,
    quote: cut(one.quote, longestQuote),
    document_id: one.documentId,
    document_name: one.documentName,
    page: one.page,
    url: publicUrl + documentAddress(one.documentId, placeOf(one)),
  }));
}

const withSources = (text: string, citations: z.input<typeof citation>[]) =>
  [
    text,
    ...citations.map(
      ({ number, document_name, page, url }) =>
        `[${number}] ${document_name}${page === null ? '' : `, page ${page}`}: ${url}`,
    ),
  ].join('\n');

const assistants = defineTool({
  name: 'list_assistants',
  title: 'List assistants',
  description: 'Lists the assistants that you may ask, with their ids.',
  scopes: ['assistants.read'],
  annotations: readOnly,
  input: listing,
  output: z.object({ assistants: z.array(named), total: z.number().int() }),
  run: async ({ search, page }, { api, caller, signal }) => {
    const query = { search, page, pageSize: listedAtOnce };
    const { items, total } = await api.call(listAssistants, { query }, caller, signal);
    const found = items.map(({ id: assistantId, name, description }) => ({
      id: assistantId,
      name,
      description: cut(description, 500),
    }));
    return {
      text: nameLines(found, 'There is no assistant here.'),
      structured: { assistants: found, total },
    };
  },
});

const askAssistant = defineTool({
  name: 'ask_assistant',
  title: 'Ask an assistant',
  description:
    'Asks an assistant, which answers from its knowledge bases with citations. Pass the conversation_id of an earlier answer to go on with that conversation. Each question counts toward the package.',
  scopes: ['chat'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.object({
    assistant_id: id.describe('From list_assistants'),
    question: z.string().trim().min(1).max(8_000),
    conversation_id: id.optional(),
  }),
  output: z.object({
    answer: z.string(),
    citations: z.array(citation),
    nothing_found: z.boolean(),
    conversation_id: id,
  }),
  run: async ({ assistant_id, question, conversation_id }, { api, caller, publicUrl, signal }) => {
    const conversationId =
      conversation_id ??
      (
        await api.call(
          createConversation,
          { params: { assistantId: assistant_id }, body: { name: cut(question, 100) } },
          caller,
          signal,
        )
      ).id;
    const event = await api.callStream(
      askQuestion,
      { params: { conversationId }, body: { content: question } },
      caller,
      signal,
    );
    if (event.type !== 'done') throw new AppError('server.error');
    const { content, status, error, nothingFound } = event.message;
    if (status !== 'complete') throw new Error(error?.message ?? `The answer was ${status}.`);
    const citations = describeCitations(event.message.citations, publicUrl);
    const answer = cut(content);
    return {
      text: withSources(answer, citations),
      structured: { answer, citations, nothing_found: nothingFound, conversation_id: conversationId },
    };
  },
});

const flows = defineTool({
  name: 'list_flows',
  title: 'List flows',
  description: 'Lists the published flows of the company, with their ids.',
  scopes: ['flows.read'],
  annotations: readOnly,
  input: listing,
  output: z.object({ flows: z.array(named) }),
  run: async ({ search, page }, { api, caller, signal }) => {
    const query = { search, page, pageSize: listedAtOnce };
    const { items } = await api.call(listFlows, { query }, caller, signal);
    const found = items
      .filter(({ publishedVersion }) => publishedVersion !== null)
      .map(({ id: flowId, name, description }) => ({ id: flowId, name, description: cut(description, 500) }));
    return { text: nameLines(found, 'There is no published flow here.'), structured: { flows: found } };
  },
});

const runFlow = defineTool({
  name: 'run_flow',
  title: 'Run a flow',
  description:
    'Runs the published version of a flow and waits up to a minute for what it shows. What a flow does depends on it: it may send mail or call other services. Each run counts toward the package.',
  scopes: ['flows.read', 'flows.write'],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.object({
    flow_id: id.describe('From list_flows'),
    message: z.string().trim().max(8_000).default(''),
    inputs: z.record(z.string().max(64), z.json()).default({}).describe('Values of the fields of its begin'),
  }),
  output: z.object({
    run_id: id,
    state: z.string().describe('finished, failed, waiting for a person, or still running'),
    text: z.string(),
    citations: z.array(citation),
    error: z.string().nullable(),
  }),
  run: async ({ flow_id, message, inputs }, context) => {
    const { api, caller, publicUrl, signal } = context;
    const params = { flowId: flow_id };
    const { publishedVersion } = await api.call(getFlow, { params }, caller, signal);
    if (publishedVersion === null) throw new Error('This flow is not published.');
    const body = { question: message, inputs, version: publishedVersion };
    const run = await waitForEnd(await api.call(startFlowRun, { params, body }, caller, signal), context);
    const citations = describeCitations(
      run.posts.flatMap((post) => post.citations),
      publicUrl,
    );
    const text = cut(run.posts.map((post) => post.text).join('\n\n'));
    const error = run.error?.message ?? null;
    return {
      text: withSources(error ?? (text === '' ? `The run is ${run.state}.` : text), citations),
      structured: { run_id: run.id, state: run.state, text, citations, error },
    };
  },
});

async function waitForEnd(begun: FlowRun, { api, caller, signal }: ToolContext): Promise<FlowRun> {
  const until = Date.now() + longestRunMs;
  let run = begun;
  while ((run.state === 'queued' || run.state === 'running') && Date.now() < until) {
    await setTimeout(pollMs, undefined, { signal });
    run = await api.call(getFlowRun, { params: { flowRunId: run.id } }, caller, signal);
  }
  return run;
}

export const answerTools: readonly Tool[] = [assistants, askAssistant, flows, runFlow];
