import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { flowWidgets } from './flow-components.ts';
import { flowGraph } from './flow-graph.ts';

/** A flow to begin with, in the language of the caller. */
export const flowTemplate = z.object({
  id: z.string(),
  /** Path data of a 24 × 24 icon, drawn as a line. */
  icon: z.string(),
  name: z.string(),
  description: z.string(),
  graph: flowGraph,
  /** Things of the company that it names, and whether it runs without them. */
  needs: z.array(z.object({ widget: z.enum(flowWidgets), required: z.boolean() })),
});
export type FlowTemplate = z.infer<typeof flowTemplate>;

export const listFlowTemplates = defineEndpoint({
  id: 'listFlowTemplates',
  tag: 'Flows',
  summary: 'Flows to begin with, with names and texts in the language of the caller',
  method: 'GET',
  path: '/flow-templates',
  access: 'Flow',
  scope: 'flows.read',
  response: z.object({ items: z.array(flowTemplate) }),
  status: 200,
});
