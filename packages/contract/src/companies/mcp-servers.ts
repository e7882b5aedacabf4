import { z } from 'zod';
import { id, name, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

export const mcpLimits = {
  /** Servers of a company. */
  mostServers: 20,
  /** Tools of a server; more are left out. */
  mostTools: 200,
  /** Tools that an assistant or a step of a flow may use. */
  mostChosen: 64,
} as const;

/** `ask`: a person is asked before each call. */
export const mcpToolUses = ['off', 'allowed', 'ask'] as const;
export type McpToolUse = (typeof mcpToolUses)[number];

const tool = {
  id,
  /** As its server calls it. */
  name: z.string(),
  /** For people; empty where the server gives none. */
  title: z.string(),
  description: z.string(),
  use: z.enum(mcpToolUses),
  /** The server says that it changes nothing. */
  readsOnly: z.boolean(),
};

export const mcpTool = z.object({
  ...tool,
  inputSchema: z.record(z.string(), z.json()),
  /** Of its definition; allowing a tool names the one that was looked at. */
  revision: z.string(),
  /** It was switched off because its definition changed after it had been allowed. */
  changed: z.boolean(),
  /** False: the server did not offer it the last time. */
  offered: z.boolean(),
});
export type McpTool = z.infer<typeof mcpTool>;

/** What would lose a tool with its server. */
const use = z.object({ kind: z.enum(['assistant', 'flow']), id, name: z.string() });
export type McpUse = z.infer<typeof use>;

export const mcpServer = z.object({
  id,
  name: z.string(),
  url: z.string(),
  /** The header that carries the secret; sent as a bearer token where it is `Authorization`. */
  headerName: z.string(),
  hasSecret: z.boolean(),
  /** The last letters of the secret; the secret itself is never answered. */
  secretEnding: z.string(),
  tools: z.array(mcpTool),
  /** Tools that are not listed: too many, or with a definition that is too long. */
  toolsLeftOut: z.number().int(),
  /** When its tools were last asked for, and why that failed. */
  checkedAt: timestamp,
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  usedBy: z.array(use),
  createdAt: timestamp,
});
export type McpServer = z.infer<typeof mcpServer>;

const url = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((text) => {
    const parsed = URL.parse(text);
    return parsed !== null && parsed.username === '' && parsed.password === '';
  });
/** Headers that belong to the transport are not for secrets. */
const headerName = z
  .string()
  .trim()
  .regex(/^(?!(?:host|content-.*|accept|mcp-.*|connection|transfer-encoding|cookie)$)[a-z0-9-]{1,100}$/i);
const secret = z
  .string()
  .trim()
  .min(1)
  .max(8_000)
  .regex(/^[\u0021-\u007e][\u0020-\u007e]*$/);

const shared = { tag: 'MCP servers', access: 'SettingsCompany' } as const;
const serverParams = z.object({ mcpServerId: id });
const unusable = [
  'mcp_server.address_refused',
  'mcp_server.unreachable',
  'mcp_server.timeout',
  'mcp_server.unauthorized',
  'mcp_server.failed',
  'mcp_server.not_mcp',
  'mcp_server.too_large',
] as const;

export const listMcpServers = defineEndpoint({
  ...shared,
  id: 'listMcpServers',
  summary: 'The MCP servers of the company with their tools',
  method: 'GET',
  path: '/company/mcp-servers',
  response: z.object({ items: z.array(mcpServer) }),
  status: 200,
});

export const createMcpServer = defineEndpoint({
  ...shared,
  id: 'createMcpServer',
  summary: 'Connect an MCP server and read its tools; all of them are off at first',
  method: 'POST',
  path: '/company/mcp-servers',
  whileImpersonating: 'refused',
  body: z.strictObject({
    name,
    url,
    headerName: headerName.default('Authorization'),
    secret: secret.optional(),
  }),
  response: mcpServer,
  status: 201,
  errors: ['mcp_server.name_taken', 'mcp_server.too_many', ...unusable],
});

export const updateMcpServer = defineEndpoint({
  ...shared,
  id: 'updateMcpServer',
  summary: 'Change an MCP server and read its tools again; another address needs its secret once more',
  method: 'PATCH',
  path: '/company/mcp-servers/:mcpServerId',
  whileImpersonating: 'refused',
  params: serverParams,
  body: z.strictObject({
    name: name.optional(),
    url: url.optional(),
    headerName: headerName.optional(),
    /** Null: none any more. */
    secret: secret.nullable().optional(),
  }),
  response: mcpServer,
  status: 200,
  errors: ['mcp_server.not_found', 'mcp_server.name_taken', 'mcp_server.secret_needed', ...unusable],
});

export const refreshMcpServer = defineEndpoint({
  ...shared,
  id: 'refreshMcpServer',
  summary: 'Read the tools of an MCP server again; allowed ones that changed are switched off',
  method: 'POST',
  path: '/company/mcp-servers/:mcpServerId/refresh',
  params: serverParams,
  response: mcpServer,
  status: 200,
  errors: ['mcp_server.not_found', ...unusable],
});

export const deleteMcpServer = defineEndpoint({
  ...shared,
  id: 'deleteMcpServer',
  summary: 'Delete an MCP server; assistants and flows lose its tools',
  method: 'DELETE',
  path: '/company/mcp-servers/:mcpServerId',
  params: serverParams,
  responseKind: 'none',
  status: 204,
  errors: ['mcp_server.not_found'],
});

export const updateMcpTool = defineEndpoint({
  ...shared,
  id: 'updateMcpTool',
  summary: 'Allow a tool, with or without asking a person, or switch it off',
  method: 'PATCH',
  path: '/company/mcp-tools/:mcpToolId',
  whileImpersonating: 'refused',
  params: z.object({ mcpToolId: id }),
  body: z.strictObject({
    use: z.enum(mcpToolUses),
    /** Of the definition that was looked at; refused where the tool has another one by now. */
    revision: z.string().max(64),
  }),
  response: mcpTool,
  status: 200,
  errors: ['mcp_tool.not_found', 'mcp_tool.changed'],
});

export const allowedMcpTool = z.object({ ...tool, serverName: z.string() });
export type AllowedMcpTool = z.infer<typeof allowedMcpTool>;

export const listAllowedMcpTools = defineEndpoint({
  tag: 'MCP servers',
  access: 'CreateChat',
  scope: 'assistants.read',
  id: 'listAllowedMcpTools',
  summary: 'The tools of MCP servers that assistants and flows may use',
  method: 'GET',
  path: '/mcp-tools',
  response: z.object({ items: z.array(allowedMcpTool) }),
  status: 200,
});
