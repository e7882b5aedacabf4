import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { formField } from '../knowledge-bases/knowledge-bases.ts';

export const flowCategories = [
  'conversation',
  'knowledge',
  'model',
  'logic',
  'data',
  'tools',
  'search',
] as const;
export type FlowCategory = (typeof flowCategories)[number];

export const flowOutputTypes = ['text', 'number', 'boolean', 'list', 'object', 'passages', 'any'] as const;
export type FlowOutputType = (typeof flowOutputTypes)[number];

/** Besides the widgets of other forms, those that name things of the flow or of the company. */
export const flowWidgets = [
  ...formField.shape.widget.options,
  /** Text with references to earlier outputs. */
  'template',
  /** One reference, picked. */
  'reference',
  /** A list of sub-forms. */
  'rows',
  'json',
  'code',
  'knowledge_bases',
  'chat_model',
  'rerank_model',
  'assistant',
  'flow',
  'credential',
  /** Tools of MCP servers. */
  'mcp_tools',
] as const;
export type FlowWidget = (typeof flowWidgets)[number];

const fieldBase = formField.omit({ widget: true, default: true }).extend({
  widget: z.enum(flowWidgets),
  default: z.json().optional(),
  /** Offered behind “More options”. */
  advanced: z.boolean(),
  /** Shown only while another option has one of these values. */
  shownWhen: z.object({ option: z.string(), values: z.array(z.json()) }).optional(),
});
export type FlowField = z.infer<typeof fieldBase> & { fields?: FlowField[] | undefined };
export const flowField: z.ZodType<FlowField> = fieldBase.extend({
  /** Of a list of sub-forms: the fields of one. */
  fields: z.lazy(() => z.array(flowField)).optional(),
});

export const flowComponentDescription = z.object({
  id: z.string(),
  category: z.enum(flowCategories),
  /** Path data of a 24 × 24 icon, drawn as a line. */
  icon: z.string(),
  name: z.string(),
  description: z.string(),
  /** What it needs to work and what it costs; empty: nothing. */
  needs: z.string(),
  options: z.array(flowField),
  defaults: z.record(z.string(), z.json()),
  /** Holds other nodes and runs them. */
  holdsNodes: z.boolean(),
  /** Only drawn: it is never run. */
  isNote: z.boolean(),
  hasInput: z.boolean(),
  /** Ways out; each row of the option that `portsFrom` names is one more, before them. */
  ports: z.array(z.object({ id: z.string(), label: z.string() })),
  portsFrom: z.object({ option: z.string(), label: z.string() }).nullable(),
  outputs: z.array(z.object({ name: z.string(), type: z.enum(flowOutputTypes), description: z.string() })),
  /** Each row of this option is one more output, by its `name`. */
  outputsFrom: z.string().nullable(),
  /** May be used once in a flow. */
  isSingle: z.boolean(),
});
export type FlowComponentDescription = z.infer<typeof flowComponentDescription>;

export const listFlowComponents = defineEndpoint({
  id: 'listFlowComponents',
  tag: 'Flows',
  summary: 'The components of flows with their options',
  method: 'GET',
  path: '/flow-components',
  access: 'Flow',
  scope: 'flows.read',
  response: z.object({ items: z.array(flowComponentDescription) }),
  status: 200,
});
