import type { Json } from '@lectern/contract';
import { z } from 'zod';
import type { StepContext } from '../../engine/step-context.ts';
import type { McpToolOffer } from '../../services.ts';
import type { AgentOptions } from './options.ts';
import type { Tool } from './tool.ts';

/** The chosen tools of MCP servers that the company allows. Asked for once in a step: a repetition offers the same. */
export async function listMcpTools({
  options: { mcpTools },
  services,
  signal,
  once,
}: Pick<StepContext<AgentOptions>, 'options' | 'services' | 'signal' | 'once'>): Promise<Tool[]> {
  if (mcpTools.length === 0) return [];
  const offered = (await once('mcp:tools', async () => {
    return (await services.listMcpTools({ toolIds: mcpTools })) as unknown as Json;
  })) as unknown as McpToolOffer[];
  return offered.map(({ id, revision, name, description, parameters, asks }) => ({
    name,
    description,
    // The server checks what it is given: its schema is for the model.
    takes: z.looseObject({}),
    parameters: parameters as Record<string, Json>,
    needsConsent: asks,
    run: async (given, { idempotencyKey: key }) => {
      const call = { toolId: id, revision, given, key, consented: asks, signal };
      return { text: await services.callMcpTool(call) };
    },
  }));
}
