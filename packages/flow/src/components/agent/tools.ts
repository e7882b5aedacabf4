import type { Json } from '@lectern/contract';
import type { ChatTool } from '@lectern/models';
import { z } from 'zod';
import type { StepContext } from '../../engine/step-context.ts';
import { StepError } from '../../engine/step-error.ts';
import { asText } from '../../graph/references.ts';
import { request } from '../outside/request.ts';
import { listMcpTools } from './mcp-tools.ts';
import type { AgentOptions } from './options.ts';
import type { Tool } from './tool.ts';

type Context = StepContext<AgentOptions>;

const question = z.string().trim().min(1).max(4_000);

/** The tools of a node: nothing that is not set in its options. */
export async function listTools(context: Context): Promise<Map<string, Tool>> {
  const { flows, requests, knowledgeBaseIds, code } = context.options;
  const tools = [
    ...(knowledgeBaseIds.length > 0 ? [searchTool(context)] : []),
    ...flows.map((row) => flowTool(context, row)),
    ...requests.map((row) => requestTool(context, row)),
    ...(code ? [codeTool(context)] : []),
    ...(await listMcpTools(context)),
  ];
  return new Map(tools.map((tool) => [tool.name, tool]));
}

export function describeTool({ name, description, takes, parameters: given }: Tool): ChatTool {
  if (given) return { name, description, parameters: given };
  const { $schema: _, ...parameters } = z.toJSONSchema(takes, { io: 'input' });
  return { name, description, parameters };
}

/** Names that tools of the product have: rows may not take them. */
export const ownNames = ['search_knowledge', 'run_code'];

function searchTool({ options, services }: Context): Tool {
  return {
    name: 'search_knowledge',
    description: 'Searches the knowledge bases for passages about a question.',
    takes: z.strictObject({ question }),
    run: async ({ question }) => {
      const { knowledgeBaseIds, topN } = options;
      const passages = await services.retrieve({
        knowledgeBaseIds,
        question: String(question),
        settings: { topN },
      });
      return { text: '', passages };
    },
  };
}

function flowTool({ services, once, runFlow }: Context, row: AgentOptions['flows'][number]): Tool {
  const { flowId, name, description } = row;
  return {
    name,
    description,
    takes: z.strictObject({ question }),
    run: async ({ question }, call) => {
      const version = await once(
        `version:${call.name}`,
        async () => (await services.loadFlow({ flowId })).version,
      );
      const flow = await services.loadFlow({ flowId, version });
      const { text } = await runFlow(call.name, {
        flow,
        question: String(question),
        inputs: {},
        history: [],
      });
      return { text };
    },
  };
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function requestTool(context: Context, row: AgentOptions['requests'][number]): Tool {
  const { services, signal } = context;
  const { name, description, url, canChange, credentialId, credentialHeader, credentialPrefix } = row;
  return {
    name,
    description: `${description}\nRequests below ${url}`.trim(),
    takes: z.strictObject({
      path: z.string().max(2_000).default('').describe('Below the address, with its query'),
      ...(canChange
        ? {
            method: z.enum(methods).default('GET'),
            body: z.string().max(50_000).default('').describe('JSON'),
          }
        : {}),
    }),
    run: async ({ path, method = 'GET', body = '' }, { idempotencyKey }) => {
      const address = resolveBelow(url, String(path));
      const secret =
        credentialId === null
          ? {}
          : {
              [credentialHeader.toLowerCase()]:
                credentialPrefix + (await services.readSecret({ credentialId, host: address.hostname })),
            };
      const changes = method !== 'GET';
      const { status, text } = await request({ services, signal }, address, {
        method: String(method),
        headers: {
          ...(changes ? { 'idempotency-key': idempotencyKey, 'content-type': 'application/json' } : {}),
          ...secret,
        },
        // Another host was not allowed, whoever leads there.
        isSecret: true,
        ...(changes && body !== '' ? { body: String(body) } : {}),
      });
      return { text: `Status ${status}\n${text}` };
    },
  };
}

/** The address that a path leads to; throws where that is not below the one that was allowed. */
function resolveBelow(allowed: string, path: string): URL {
  const base = new URL(allowed.endsWith('/') ? allowed : `${allowed}/`);
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(path.trim());
  const url = URL.parse(isWhole ? path.trim() : base.href + path.trim().replace(/^[/\\]+/, ''));
  const isBelow =
    url?.origin === base.origin &&
    url.username === '' &&
    url.password === '' &&
    (url.pathname.startsWith(base.pathname) || `${url.pathname}/` === base.pathname);
  if (!url || !isBelow)
    throw new StepError('flow.tool_refused', `only addresses below ${base.href} are allowed`);
  return url;
}

function codeTool({ services, signal }: Context): Tool {
  return {
    name: 'run_code',
    description:
      'Runs JavaScript: the body of an async function of `inputs`, which returns its result. It has no network and no files.',
    takes: z.strictObject({
      code: z.string().min(1).max(20_000),
      inputs: z.record(z.string().max(64), z.json()).default({}),
    }),
    run: async ({ code, inputs }) => {
      const result = await services.runCode({
        code: String(code),
        inputs: inputs as Record<string, Json>,
        timeoutSeconds: 5,
        signal,
      });
      return { text: asText(result) };
    },
  };
}
