import { id, mcpLimits } from '@lectern/contract';
import { z } from 'zod';
import { template } from '../../component.ts';
import { chatModelId, historyWindow, parameterOptions } from '../model-options.ts';

/** How a model calls a tool. */
const toolName = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/);
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/);
const rowId = z.string().min(1).max(64);
const description = z.string().max(1_000).default('');

export const agentOptions = z.object({
  modelId: chatModelId,
  system: template(32_000),
  prompt: template(32_000),
  knowledgeBaseIds: z.array(id).max(64).default([]),
  topN: z.number().int().min(1).max(30).default(6),
  flows: z
    .array(z.object({ id: rowId, flowId: id, name: toolName, description }))
    .max(16)
    .default([]),
  requests: z
    .array(
      z.object({
        id: rowId,
        name: toolName,
        description,
        url: z.url({ protocol: /^https?$/ }).max(2_000),
        canChange: z.boolean().default(false),
        credentialId: id.nullable().default(null),
        credentialHeader: headerName.default('Authorization'),
        credentialPrefix: z.string().max(100).default('Bearer '),
      }),
    )
    .max(16)
    .default([]),
  mcpTools: z.array(id).max(mcpLimits.mostChosen).default([]),
  code: z.boolean().default(false),
  rounds: z.number().int().min(1).max(20).default(5),
  historyWindow: historyWindow.default(12),
  ...parameterOptions,
});
export type AgentOptions = z.output<typeof agentOptions>;
