import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client';
import type { OutboundClient } from '../outbound/index.ts';
import { McpServerError } from './mcp-server-error.ts';

/** Where a server is, and what is sent to it with every request. */
export type McpPlace = { url: string; headers: Record<string, string> };

/** A tool as its server describes it. */
export type McpToolDefinition = {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** The server says so; nobody checks it. */
  readsOnly: boolean;
};

export type McpServerConnection = {
  /** All pages of the list, each name once. */
  listTools: () => Promise<McpToolDefinition[]>;
  /** What came of a call, as text. `failed`: the tool says so itself. */
  callTool: (call: McpToolCall) => Promise<{ text: string; failed: boolean }>;
};

/** `key`: the same for each repetition, so that the server can tell. */
export type McpToolCall = { name: string; given: Record<string, unknown>; key: string };

type Limits = { signal: AbortSignal; timeoutMs?: number };

/** Of one operation with a server, its connection included. */
const longestMs = 30_000;
/** Of one answer. */
const mostBytes = 1_000_000;
const mostPages = 20;

/** One connection for one operation: servers that keep sessions are told when it is over. */
export async function withMcpServer<Result>(
  outbound: OutboundClient,
  { url, headers }: McpPlace,
  { signal: outer, timeoutMs = longestMs }: Limits,
  work: (server: McpServerConnection) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(timeoutMs)]);
  // The library tells both in other words, or not at all.
  const seen: { fault?: unknown; status?: number } = {};
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: async (address, init) => {
      try {
        const response = await send(outbound, String(address), headers, init, signal);
        seen.status = response.status;
        return response;
      } catch (error) {
        seen.fault = error;
        throw error;
      }
    },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  const client = new Client(
    { name: 'lectern', version: '1' },
    {
      versionNegotiation: { mode: 'auto' },
      jsonSchemaValidator: uncheckedSchemas,
      listMaxPages: mostPages,
    },
  );
  const options = { signal, timeout: timeoutMs };
  const tell = (error: unknown): never => {
    throw outer.aborted ? error : asServerError(error, seen, signal);
  };
  try {
    await client.connect(transport, options).catch(tell);
    return await work({
      listTools: async () => {
        const { tools } = await client.listTools(undefined, options).catch(tell);
        return readDefinitions(tools);
      },
      callTool: async ({ name, given, key }) => {
        const call = { name, arguments: given, _meta: { 'lectern/idempotency-key': key } };
        const { content, structuredContent, isError } = await client.callTool(call, options).catch(tell);
        const texts = content.map((part) => {
          if (part.type === 'text') return part.text;
          return part.type === 'resource_link' ? part.uri : `(${part.type})`;
        });
        const text = texts.length > 0 ? texts.join('\n') : JSON.stringify(structuredContent ?? {});
        return { text, failed: isError === true };
      },
    });
  } finally {
    if (transport.sessionId !== undefined) await transport.terminateSession().catch(() => undefined);
    await client.close().catch(() => undefined);
  }
}

function readDefinitions(tools: Tool[]): McpToolDefinition[] {
  const known = new Map<string, McpToolDefinition>();
  for (const { name, title, description = '', inputSchema, annotations } of tools) {
    if (known.has(name)) continue;
    known.set(name, {
      name,
      title: title ?? annotations?.title ?? '',
      description,
      inputSchema,
      readsOnly: annotations?.readOnlyHint === true,
    });
  }
  return [...known.values()];
}

/** What a server sends is data for a model. Compiling the schemas of strangers would be evaluating their code. */
const uncheckedSchemas = {
  getValidator: () => (data: unknown) => ({
    valid: true as const,
    data: data as never,
    errorMessage: undefined,
  }),
};

/** The stream that a server may open by itself is not wanted. */
async function send(
  outbound: OutboundClient,
  address: string,
  secrets: Record<string, string>,
  init: RequestInit = {},
  signal: AbortSignal,
): Promise<Response> {
  const { method = 'GET', body } = init;
  if (method === 'GET') return new Response(null, { status: 405 });
  const response = await outbound.fetch(address, {
    method,
    headers: { ...Object.fromEntries(new Headers(init.headers)), ...secrets },
    ...(typeof body === 'string' ? { body } : {}),
    redirect: 'error',
    signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
  });
  const text = await readText(response);
  return new Response(response.body === null || text === '' ? null : text, {
    status: response.status,
    headers: response.headers,
  });
}

/** Ends what is longer than we read, while it comes. */
async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    // Leaving the loop cancels the stream.
    if (size > mostBytes) throw new McpServerError('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function asServerError(
  error: unknown,
  { fault, status }: { fault?: unknown; status?: number },
  signal: AbortSignal,
): McpServerError {
  if (fault instanceof McpServerError) return fault;
  const cause = fault ?? error;
  const { code } = cause as { code?: unknown };
  if (code === 'outbound_refused') return new McpServerError('address_refused', { cause });
  if (code === 'outbound_too_large') return new McpServerError('too_large', { cause });
  if (signal.aborted || code === 'outbound_timeout') return new McpServerError('timeout', { cause });
  if (fault !== undefined) return new McpServerError('unreachable', { cause });
  if (status === 401 || status === 403) return new McpServerError('unauthorized', { status, cause });
  // Anything else that HTTP calls an error, except what says that this is no MCP server.
  if (status !== undefined && status >= 500) return new McpServerError('failed', { status, cause });
  return new McpServerError('not_mcp', { status, cause });
}
