import { McpServerError } from '@lectern/adapters';
import {
  AppError,
  type BodyOf,
  type createMcpServer,
  errorText,
  type Json,
  type Language,
  type McpServer,
  type McpTool,
  mcpLimits,
  type updateMcpServer,
  type updateMcpTool,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { asSystemTx, newId, type Tx } from '../../platform/database/database.ts';
import type { Audit } from '../../platform/http/audit-call.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany } from '../../platform/quota.ts';
import { secretEnding } from '../../platform/secret-ending.ts';
import { mcpServerPolicy, mcpToolPolicy } from './mcp-connection.policy.ts';
import {
  deleteServerRow,
  findServer,
  findTool,
  insertServer,
  isServerNameTaken,
  listAllowedTools,
  listServerRows,
  listToolRows,
  mcpToolUsers,
  recordCheck,
  updateServerRow,
  updateToolRow,
} from './mcp-connection.queries.ts';
import type { McpServerRow, McpToolRow } from './mcp-connection.table.ts';
import {
  asMcpError,
  codeOfFault,
  reachOf,
  readTools,
  secretContext,
  storeTools,
  withServer,
} from './read-server.service.ts';

type Asked = { language: Language; signal: AbortSignal };

function presentTool({ companyId: _, serverId: __, position: ___, ...row }: McpToolRow): McpTool {
  return { ...row, inputSchema: row.inputSchema as Record<string, Json> };
}

async function presentServers(tx: Tx, rows: McpServerRow[], language: Language): Promise<McpServer[]> {
  if (rows.length === 0) return [];
  const tools = await listToolRows(
    tx,
    rows.map(({ id }) => id),
  );
  const users = (
    await mcpToolUsers.run(
      tx,
      tools.map(({ id }) => id),
    )
  ).flat();
  return rows.map(({ id, name, url, headerName, sealedSecret, secretEnding, ...row }) => {
    const own = tools.filter(({ serverId }) => serverId === id);
    const uses = users.filter(({ toolId }) => own.some((tool) => tool.id === toolId));
    return {
      ...{ id, name, url, headerName, secretEnding, hasSecret: sealedSecret !== null },
      tools: own.map(presentTool),
      toolsLeftOut: row.toolsLeftOut,
      checkedAt: row.checkedAt.toISOString(),
      problem: row.problem && {
        code: codeOfFault(row.problem),
        message: errorText(codeOfFault(row.problem), language, { status: row.problemStatus ?? 0 }),
      },
      usedBy: [...new Map(uses.map(({ toolId: _, ...user }) => [user.id, user])).values()],
      createdAt: row.createdAt.toISOString(),
    };
  });
}

async function presentServer(tx: Tx, id: string, language: Language): Promise<McpServer> {
  const row = await findServer(tx, id);
  if (!row) throw new AppError('mcp_server.not_found');
  return (await presentServers(tx, [row], language))[0] as McpServer;
}

async function load<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  actor: Actor,
  action: Action,
  id: string,
) {
  return authorize(mcpServerPolicy, actor, action, await findServer(tx, id, { lock: action !== 'read' }));
}

async function checkName(tx: Tx, name: string, except?: string): Promise<void> {
  if (await isServerNameTaken(tx, name, except)) throw new AppError('mcp_server.name_taken', { name });
}

const seal = ({ secrets }: Platform, id: string, secret: string | null | undefined) => ({
  sealedSecret: secret ? secrets.encrypt(secret, secretContext(id)) : null,
  secretEnding: secret ? secretEnding(secret) : '',
});

const asToldTools = "a server's own list of tools";

export function listServers({ database }: Platform, actor: Actor, language: Language) {
  return database.withActor(actor, async (tx) => ({
    items: await presentServers(tx, await listServerRows(tx), language),
  }));
}

export async function addServer(
  platform: Platform,
  actor: Actor,
  { name, url, headerName, secret }: BodyOf<typeof createMcpServer>,
  { language, signal }: Asked,
): Promise<McpServer> {
  const { database } = platform;
  await database.withActor(actor, (tx) => checkName(tx, name));
  const found = await withServer(
    platform,
    { url, headerName, secret: secret ?? null },
    { signal },
    readTools,
  ).catch((error) => {
    throw asMcpError(error);
  });
  return database.withActor(actor, async (tx) => {
    await lockCompany(tx, actor.companyId);
    const { mostServers } = mcpLimits;
    if ((await listServerRows(tx)).length >= mostServers)
      throw new AppError('mcp_server.too_many', { max: mostServers });
    await checkName(tx, name);
    const id = newId();
    const { companyId } = actor;
    const sealed = seal(platform, id, secret);
    await insertServer(tx, { id, companyId, name, url, headerName, ...sealed, checkedAt: new Date() });
    await storeTools(asSystemTx(asToldTools, tx), { id, companyId }, found);
    return presentServer(tx, id, language);
  });
}

export async function changeServer(
  platform: Platform,
  actor: Actor,
  id: string,
  body: BodyOf<typeof updateMcpServer>,
  { language, signal }: Asked,
): Promise<McpServer> {
  const { database } = platform;
  const { name, url, headerName, secret } = body;
  const row = await database.withActor(actor, async (tx) => {
    const found = await load(tx, actor, 'update', id);
    if (name !== undefined) await checkName(tx, name, id);
    return found;
  });
  const kept = reachOf(platform, row);
  const leads = url === undefined ? kept.url : url;
  // Whoever changes the address does not get to see the secret by it.
  if (kept.secret !== null && secret === undefined && new URL(leads).origin !== new URL(kept.url).origin)
    throw new AppError('mcp_server.secret_needed');
  const reach = {
    url: leads,
    headerName: headerName ?? kept.headerName,
    secret: secret === undefined ? kept.secret : secret,
  };
  const isMoved = url !== undefined || headerName !== undefined || secret !== undefined;
  const found = isMoved
    ? await withServer(platform, reach, { signal }, readTools).catch((error) => {
        throw asMcpError(error);
      })
    : undefined;
  return database.withActor(actor, async (tx) => {
    const current = await load(tx, actor, 'update', id);
    if (name !== undefined) await checkName(tx, name, id);
    const { companyId } = await updateServerRow(tx, current, {
      ...(name === undefined ? {} : { name }),
      ...(isMoved
        ? { url: reach.url, headerName: reach.headerName, ...seal(platform, id, reach.secret) }
        : {}),
    });
    if (found) await storeTools(asSystemTx(asToldTools, tx), { id, companyId }, found);
    return presentServer(tx, id, language);
  });
}

/** Reads the tools of a server again. What goes wrong is kept with it, and thrown. */
export async function refreshServer(
  platform: Platform,
  row: McpServerRow,
  signal: AbortSignal,
): Promise<void> {
  const write = platform.database.withCompany.bind(platform.database, row.companyId);
  try {
    const found = await withServer(platform, reachOf(platform, row), { signal }, readTools);
    await write((tx) => storeTools(tx, row, found));
  } catch (error) {
    if (error instanceof McpServerError)
      await write((tx) =>
        recordCheck(tx, row.id, { problem: error.fault, problemStatus: error.status ?? null }),
      );
    throw asMcpError(error);
  }
}

export async function lookAgain(
  platform: Platform,
  actor: Actor,
  id: string,
  { language, signal }: Asked,
): Promise<McpServer> {
  const { database } = platform;
  const row = await database.withActor(actor, (tx) => load(tx, actor, 'update', id));
  await refreshServer(platform, row, signal);
  return database.withActor(actor, (tx) => presentServer(tx, id, language));
}

/** Returns its name. */
export function removeServer({ database }: Platform, actor: Actor, id: string): Promise<string> {
  return database.withActor(actor, async (tx) => {
    const row = await load(tx, actor, 'delete', id);
    await deleteServerRow(tx, row);
    return row.name;
  });
}

export function changeTool(
  { database }: Platform,
  actor: Actor,
  id: string,
  { use, revision }: BodyOf<typeof updateMcpTool>,
  audit: Audit,
): Promise<McpTool> {
  return database.withActor(actor, async (tx) => {
    const row = authorize(mcpToolPolicy, actor, 'update', await findTool(tx, id));
    if (use !== 'off' && row.revision !== revision) throw new AppError('mcp_tool.changed');
    const changed = await updateToolRow(tx, row, { use, changed: false });
    audit(row.name);
    audit.changed(row, { use });
    return presentTool(changed);
  });
}

export function listToolsToChoose({ database }: Platform, actor: Actor) {
  return database.withActor(actor, async (tx) => ({
    items: (await listAllowedTools(tx)).map(({ tool, server }) => {
      const { id, name, title, description, use, readsOnly } = tool;
      return { id, name, title, description, use, readsOnly, serverName: server.name };
    }),
  }));
}
