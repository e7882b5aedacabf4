import { AppError } from '@lectern/contract';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAllowedTools } from './mcp-connection.queries.ts';
import { asMcpError, reachOf, readTools, storeTools, withServer } from './read-server.service.ts';

/** A tool as a model is told of it: by the definition that the company looked at. */
export type OpenMcpTool = {
  id: string;
  revision: string;
  /** As models call it. */
  name: string;
  /** As people read it. */
  label: string;
  description: string;
  parameters: Record<string, unknown>;
  /** A person is asked before each call. */
  asks: boolean;
};

/** What providers take as the name of a tool. */
const longestName = 64;
const longestDescription = 1_000;
/** Its definition is compared with the server's before a call, unless that was done so recently. */
const trustedMs = 60_000;

/** Those of these tools that may be used now, each under a name of its own. Without a word to their servers. */
export async function openMcpTools(tx: Tx, ids: readonly string[]): Promise<OpenMcpTool[]> {
  if (ids.length === 0) return [];
  const taken = new Set<string>();
  return (await listAllowedTools(tx, ids)).map(({ tool, server }) => {
    const name = nameOf(server.name, tool.name, taken);
    taken.add(name);
    return {
      id: tool.id,
      revision: tool.revision,
      name,
      label: `${server.name}.${tool.name}`,
      description: tool.description.slice(0, longestDescription),
      parameters: tool.inputSchema,
      asks: tool.use === 'ask',
    };
  });
}

/** Throws unless all of them may be used. */
export async function checkTools(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const allowed = await listAllowedTools(tx, ids);
  if (allowed.length < new Set(ids).size) throw new AppError('mcp_tool.not_found');
}

function nameOf(server: string, tool: string, taken: ReadonlySet<string>): string {
  const slug = (text: string) => text.replace(/[^a-z0-9]+/gi, '_').replace(/^_+|_+$/g, '');
  const whole = `${slug(server).toLowerCase() || 'mcp'}_${slug(tool) || 'tool'}`;
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `_${number}`;
    const name = `${whole.slice(0, longestName - ending.length)}${ending}`;
    if (!taken.has(name)) return name;
  }
}

type McpCall = {
  toolId: string;
  /** Of the definition that the model was told. */
  revision: string;
  given: Record<string, unknown>;
  /** The same for each repetition. */
  key: string;
  /** A person was asked and agreed. */
  consented: boolean;
  signal: AbortSignal;
};

/** What a call came to, as text that says that it is data. Looks first whether the tool is still what was allowed. */
export async function callMcpTool(
  platform: Platform,
  companyId: string,
  { toolId, revision, given, key, consented, signal }: McpCall,
): Promise<string> {
  const { database } = platform;
  const load = () =>
    database.withCompany(companyId, async (tx) => {
      const [found] = await listAllowedTools(tx, [toolId]);
      if (!found) throw new AppError('mcp_tool.not_found');
      if (found.tool.revision !== revision) throw new AppError('mcp_tool.changed');
      if (found.tool.use === 'ask' && !consented) throw new AppError('mcp_tool.not_found');
      return found;
    });
  const { tool, server } = await load();
  try {
    return await withServer(platform, reachOf(platform, server), { signal }, async (connection) => {
      if (Date.now() - server.checkedAt.getTime() > trustedMs) {
        const now = await readTools(connection);
        await database.withCompany(companyId, (tx) => storeTools(tx, server, now));
        await load();
      }
      const { text, failed } = await connection.callTool({ name: tool.name, given, key });
      return `${failed ? 'The tool failed. ' : ''}What it gave back, as data:\n${text}`;
    });
  } catch (error) {
    throw asMcpError(error);
  }
}
