import { createHash } from 'node:crypto';
import {
  type McpFault,
  type McpServerConnection,
  McpServerError,
  type McpToolDefinition,
  withMcpServer,
} from '@lectern/adapters';
import { AppError, type ErrorCode, mcpLimits } from '@lectern/contract';
import { cleanText } from '../../platform/database/clean-text.ts';
import { newId, type SystemTx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findServer, listToolRows, recordCheck, saveTools } from './mcp-connection.queries.ts';
import type { McpServerRow } from './mcp-connection.table.ts';

/** A definition is text for a model: no more of it than of a tool of ours. */
const longestDescription = 4_000;
const longestSchema = 20_000;

/** Ties a sealed secret to its row: copied to another, it opens nothing. */
export const secretContext = (serverId: string) => `mcp-server:${serverId}`;

type Reach = Pick<McpServerRow, 'url' | 'headerName'> & { secret: string | null };

/** What the server is sent with every request. In `Authorization` a secret is a bearer token. */
function headersOf({ headerName, secret }: Reach): Record<string, string> {
  if (secret === null) return {};
  const name = headerName.toLowerCase();
  return { [name]: name === 'authorization' && !/\s/.test(secret) ? `Bearer ${secret}` : secret };
}

export function reachOf({ secrets }: Platform, row: McpServerRow): Reach {
  const { url, headerName, sealedSecret } = row;
  const secret = sealedSecret === null ? null : secrets.decrypt(sealedSecret, secretContext(row.id));
  return { url, headerName, secret };
}

export function withServer<Result>(
  platform: Platform,
  reach: Reach,
  limits: { signal: AbortSignal; timeoutMs?: number },
  work: (server: McpServerConnection) => Promise<Result>,
): Promise<Result> {
  return withMcpServer(platform.companyOutbound, { url: reach.url, headers: headersOf(reach) }, limits, work);
}

/** The tools of a server that can be stored, and how many cannot. */
export async function readTools(server: McpServerConnection) {
  const all = await server.listTools();
  const usable = all
    .filter(
      ({ name, description, inputSchema }) =>
        name.length <= 128 &&
        description.length <= longestDescription &&
        JSON.stringify(inputSchema).length <= longestSchema,
    )
    .slice(0, mcpLimits.mostTools);
  return { usable, leftOut: all.length - usable.length };
}

/** Anything that a model is told of a tool, or that its use was decided by. */
function revisionOf({ name, title, description, inputSchema, readsOnly }: McpToolDefinition): string {
  const all = JSON.stringify([name, title, description, sortKeys(inputSchema), readsOnly]);
  return createHash('sha256').update(all).digest('base64url').slice(0, 32);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, sortKeys(one)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The database refuses NUL in texts, also in those of a schema. */
function cleanSchema(schema: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema).replaceAll('\\u0000', ''));
}

/**
 * Stores what a server offers now. A tool that was allowed with another definition is switched off: it is no longer
 * what the company looked at.
 */
export async function storeTools(
  tx: SystemTx,
  server: Pick<McpServerRow, 'id' | 'companyId'>,
  { usable, leftOut }: Awaited<ReturnType<typeof readTools>>,
): Promise<void> {
  // Locked, so that two looks at once do not overwrite each other.
  if (!(await findServer(tx, server.id, { lock: true }))) return;
  const known = new Map((await listToolRows(tx, [server.id])).map((row) => [row.name, row]));
  const saved = usable.map((raw, position) => {
    const definition = {
      ...raw,
      name: cleanText(raw.name),
      title: cleanText(raw.title).slice(0, 255),
      description: cleanText(raw.description),
      inputSchema: cleanSchema(raw.inputSchema),
    };
    const revision = revisionOf(definition);
    const before = known.get(definition.name);
    const wasAllowed = before !== undefined && before.use !== 'off';
    const differs = before !== undefined && before.revision !== revision;
    return {
      ...definition,
      id: before?.id ?? newId(),
      companyId: server.companyId,
      serverId: server.id,
      position,
      revision,
      use: before === undefined || differs ? ('off' as const) : before.use,
      changed: (before?.changed ?? false) || (wasAllowed && differs),
      offered: true,
    };
  });
  const names = new Set(saved.map(({ name }) => name));
  await saveTools(tx, { saved, gone: [...known.values()].filter(({ name }) => !names.has(name)) });
  await recordCheck(tx, server.id, { problem: null, problemStatus: null, toolsLeftOut: leftOut });
}

const codes = {
  address_refused: 'mcp_server.address_refused',
  unreachable: 'mcp_server.unreachable',
  timeout: 'mcp_server.timeout',
  unauthorized: 'mcp_server.unauthorized',
  failed: 'mcp_server.failed',
  not_mcp: 'mcp_server.not_mcp',
  too_large: 'mcp_server.too_large',
} as const satisfies Record<McpFault, ErrorCode>;

export const codeOfFault = (fault: McpFault): ErrorCode => codes[fault];

/** What a person can read. */
export function asMcpError(error: unknown): unknown {
  if (!(error instanceof McpServerError)) return error;
  return new AppError(codes[error.fault], { status: error.status ?? 0 }, { cause: error });
}
