import {
  type CallPlace,
  converseWithTools,
  longestToolResult,
  readToolCall,
  toolRules,
} from '@lectern/answering';
import type { Json, Language, RetrievalHit } from '@lectern/contract';
import type { ChatMessage, ToolCall, ToolMessage } from '@lectern/models';
import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { asFailure } from '../engine/failures.ts';
import { readForm } from '../engine/read-form.ts';
import type { StepContext } from '../engine/step-context.ts';
import { StepError } from '../engine/step-error.ts';
import { agentOptionTexts, agentOutputTexts, agentTexts, consentTexts } from './agent/agent.texts.ts';
import { type AgentOptions, agentOptions } from './agent/options.ts';
import { createReplyWriter } from './agent/reply-writer.ts';
import type { Tool, ToolResult } from './agent/tool.ts';
import { describeTool, listTools, ownNames } from './agent/tools.ts';
import { generateOptionTexts } from './generate.texts.ts';
import { httpOptionTexts } from './http.texts.ts';
import { historyLayout, modelLayout, parameterLayout } from './model-options.ts';
import { textOutput } from './outputs.ts';
import { retrievalOptionTexts } from './retrieval.texts.ts';

/** In the trace. */
const longestShown = 2_000;

export const agent = defineFlowComponent({
  id: 'agent',
  category: 'model',
  icon: 'M12 3v3M6 9h12v9H6zM9 13h.01M15 13h.01M9.500 16h5M3 12v3M21 12v3',
  texts: agentTexts,
  example: {
    system: 'You look after orders.',
    requests: [
      {
        id: '1',
        name: 'find_order',
        description: 'An order by its number',
        url: 'https://shop.example/api/orders',
      },
    ],
  },
  options: agentOptions.refine(
    ({ flows, requests }) => {
      const names = [...flows, ...requests].map(({ name }) => name);
      return new Set([...ownNames, ...names]).size === ownNames.length + names.length;
    },
    { path: ['flows'] },
  ),
  layout: {
    modelId: modelLayout,
    system: { widget: 'template', texts: generateOptionTexts.system },
    prompt: { widget: 'template', texts: generateOptionTexts.prompt },
    knowledgeBaseIds: { widget: 'knowledge_bases', texts: agentOptionTexts.knowledgeBaseIds },
    topN: { widget: 'number', advanced: true, texts: retrievalOptionTexts.topN },
    flows: {
      widget: 'rows',
      texts: agentOptionTexts.flows,
      fields: {
        flowId: { widget: 'flow', texts: agentOptionTexts.flowId },
        name: { widget: 'text', texts: agentOptionTexts.name },
        description: { widget: 'textarea', texts: agentOptionTexts.description },
      },
    },
    requests: {
      widget: 'rows',
      texts: agentOptionTexts.requests,
      fields: {
        name: { widget: 'text', texts: agentOptionTexts.name },
        description: { widget: 'textarea', texts: agentOptionTexts.description },
        url: { widget: 'text', texts: agentOptionTexts.url },
        canChange: { widget: 'switch', texts: agentOptionTexts.canChange },
        credentialId: { widget: 'credential', texts: httpOptionTexts.credentialId },
        credentialHeader: { widget: 'text', texts: httpOptionTexts.credentialHeader },
        credentialPrefix: { widget: 'text', texts: httpOptionTexts.credentialPrefix },
      },
    },
    mcpTools: { widget: 'mcp_tools', texts: agentOptionTexts.mcpTools },
    code: { widget: 'switch', texts: agentOptionTexts.code },
    rounds: { widget: 'number', texts: agentOptionTexts.rounds },
    historyWindow: historyLayout,
    ...parameterLayout,
  },
  outputs: [
    textOutput,
    { name: 'calls', type: 'list', texts: agentOutputTexts.calls },
    { name: 'rounds', type: 'number', texts: agentOutputTexts.rounds },
  ],
  effect: 'write',
  run: async (context) => {
    const { options, history, question, services, once, cite, stream } = context;
    const { modelId, system, prompt, rounds, historyWindow, ...rest } = options;
    const { temperature, topP, presencePenalty, frequencyPenalty, maxTokens } = rest;
    const tools = await listTools(context);
    const offered = [...tools.values()].map(describeTool);
    const messages: (ChatMessage | ToolMessage)[] = [
      { role: 'system', content: `${system}\n\n${toolRules}`.trim() },
      ...(historyWindow === 0 ? [] : history.slice(-historyWindow)),
      { role: 'user', content: prompt.trim() || question },
    ];
    const passages: RetrievalHit[] = [];
    const calls: Json[] = [];

    let shown = createReplyWriter(passages, stream);
    const reply = await converseWithTools({
      messages,
      rounds,
      converse: async (round) => {
        shown = createReplyWriter(passages, stream);
        const { text, calls } = (await once(`round:${round}`, async () => {
          const given = await services.converse({
            modelId,
            messages,
            tools: offered,
            parameters: { temperature, topP, presencePenalty, frequencyPenalty, maxTokens },
            onDelta: stream && shown.push,
          });
          if (!given) throw new StepError('flow.needs_model', undefined, { isFinal: true });
          return given;
        })) as { text: string; calls: ToolCall[] };
        // What it said before it used its tools is not its answer.
        if (calls.length > 0 && round <= rounds && text !== '') stream?.restart();
        return { text, calls };
      },
      answer: async (call, place) => {
        const done = await answerCall(context, tools, call, place);
        const text = done.error ?? `${done.text}\n${numberPassages(passages, done.passages)}`.trim();
        calls.push({
          tool: call.name,
          arguments: call.arguments.slice(0, longestShown),
          result: text.slice(0, longestShown),
          refused: done.error !== undefined,
        });
        return text;
      },
    });
    shown.finish();
    const { text, citations } = citePassages(reply.text, passages);
    cite(citations);
    return { outputs: { text, calls, rounds: reply.rounds } };
  },
});

type Done = { text: string; passages: RetrievalHit[]; error?: string };

/** What came of a call, or why it was not made: the model is told, and goes on. Done once, also after an interruption. */
async function answerCall(
  context: StepContext<AgentOptions>,
  tools: ReadonlyMap<string, Tool>,
  call: ToolCall,
  place: CallPlace,
): Promise<Done> {
  const name = `${place.round}.${place.index}`;
  const journalled = (done: Done) => context.once(`call:${name}`, async () => done as unknown as Json);
  const known = readCall(tools, call, place);
  if ('error' in known) return (await journalled({ text: '', passages: [], error: known.error })) as never;
  const { tool, given } = known;
  if (tool.needsConsent && !(await askPerson(context, call, name)))
    return (await journalled({
      text: '',
      passages: [],
      error: 'Refused: nobody has allowed this.',
    })) as never;
  return (await context.once(`call:${name}`, async () => {
    try {
      const result = await tool.run(given, {
        name,
        idempotencyKey: `${context.idempotencyKey}:${name}`,
      });
      return present(result) as unknown as Json;
    } catch (error) {
      const { code, detail = '' } = asFailure(error);
      // Not a failure of the tool: of the run, or of this program.
      if (code === 'server.error' || context.signal.aborted) throw error;
      return { text: '', passages: [], error: `It failed: ${code} ${detail}`.trim() };
    }
  })) as unknown as Done;
}

/** Whether a person agrees to a call. The run waits for the answer, which counts for this call alone; strangers are not asked. */
async function askPerson(
  { language, once, resume, pause, services }: StepContext<AgentOptions>,
  { name: toolName, arguments: given }: ToolCall,
  name: string,
): Promise<boolean> {
  const words = consentTexts[language as Language] ?? consentTexts.en;
  const field = {
    key: `allow_${name.replace('.', '_')}`,
    label: toolName,
    type: 'choice' as const,
    required: true,
    choices: [words.allow, words.refuse],
  };
  const answered = () => readForm([field], resume).values?.[field.key];
  // Forms show it as it is.
  const text = `${words.question} ${toolName} ${given.slice(0, longestShown)}`;
  return once(`consent:${name}`, async () => {
    if (!(await services.mayConsent())) return false;
    const answer = answered();
    // Throws: nothing is recorded before there is an answer.
    return answer === undefined ? pause({ kind: 'form', text, fields: [field] }) : answer === words.allow;
  });
}

const present = ({ text, passages = [] }: ToolResult): Done => ({
  text: text.slice(0, longestToolResult),
  passages,
});

/** The tool that a call names and what it is given, if the node allows the one and its schema the other. */
function readCall(
  tools: ReadonlyMap<string, Tool>,
  call: ToolCall,
  place: CallPlace,
): { tool: Tool; given: Record<string, Json> } | { error: string } {
  const known = readToolCall(tools, call, place);
  if ('error' in known) return known;
  const parsed = known.tool.takes.safeParse(known.given);
  if (!parsed.success) return { error: `Refused: ${z.prettifyError(parsed.error).slice(0, 500)}` };
  return { tool: known.tool, given: parsed.data as Record<string, Json> };
}

/** Passages as the model reads them, each under one number however often it was found. */
function numberPassages(known: RetrievalHit[], found: RetrievalHit[]): string {
  return found
    .map((hit) => {
      const at = known.findIndex(({ chunkId }) => chunkId === hit.chunkId);
      const number = at >= 0 ? at + 1 : known.push(hit);
      return `[${number}] ${hit.documentName}\n${hit.text}`;
    })
    .join('\n\n');
}

function citePassages(text: string, passages: RetrievalHit[]) {
  const writer = createReplyWriter(passages);
  writer.push(text);
  return writer.finish();
}
