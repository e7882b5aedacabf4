import type { ApiScope } from '@lectern/contract';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { ApiCaller, Caller } from './call-api.ts';

/** What a tool works with: the API, in the name of its caller. */
export type ToolContext = {
  api: ApiCaller;
  caller: Caller;
  publicUrl: string;
  signal: AbortSignal;
};

export type Tool = {
  name: string;
  title: string;
  description: string;
  /** All of these; a token without them does not see the tool. */
  scopes: readonly ApiScope[];
  annotations: ToolAnnotations;
  input: z.ZodObject;
  output: z.ZodObject;
  run: (input: unknown, context: ToolContext) => Promise<CallToolResult>;
};

/** Ties schemas to the code that answers: its types follow from them. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: {
  name: string;
  title: string;
  description: string;
  scopes: readonly ApiScope[];
  annotations: ToolAnnotations;
  input: Input;
  output: Output;
  /** `text` is what a model reads where the client shows it no structure. */
  run: (
    input: z.output<Input>,
    context: ToolContext,
  ) => Promise<{ text: string; structured: z.input<Output> }>;
}): Tool {
  return {
    ...tool,
    run: async (input, context) => {
      const { text, structured } = await tool.run(input as z.output<Input>, context);
      return { content: [{ type: 'text', text: cut(text) }], structuredContent: structured };
    },
  };
}

/** Characters of a result: models pay for each. */
export const longestResult = 40_000;

export function cut(text: string, longest = longestResult): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** Looks things up, changes nothing, and knows nothing beyond Lectern. */
export const readOnly = { readOnlyHint: true, openWorldHint: false } as const satisfies ToolAnnotations;
