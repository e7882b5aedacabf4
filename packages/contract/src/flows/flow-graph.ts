import { z } from 'zod';

/** Raised when a stored graph must be converted before it can be read. */
export const flowFormat = 1;

export const flowLimits = {
  maxNodes: 500,
  maxEdges: 2_000,
  /** Characters of a graph as JSON. */
  maxGraphLength: 1_000_000,
  maxRetries: 5,
  maxRetryDelaySeconds: 60,
  maxTimeoutSeconds: 600,
  /** Steps, tokens and minutes of one run. */
  maxSteps: 10_000,
  maxTokens: 10_000_000,
  maxMinutes: 24 * 60,
} as const;

export type Json = z.infer<ReturnType<typeof z.json>>;

const nodeId = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
const coordinate = z.number().min(-1_000_000).max(1_000_000);

/** What becomes of a run when a step fails for good. */
export const errorRules = ['stop', 'continue', 'route'] as const;

export const flowNode = z.strictObject({
  id: nodeId,
  /** Id of the component; one that this version does not know is kept and reported as a problem. */
  component: z.string().min(1).max(64),
  /** Shown on the canvas and wherever the outputs of the node are offered. */
  name: z.string().trim().min(1).max(120),
  /** Values of the component's option schema. Texts may hold references: `{{retrieve.text}}`. */
  options: z.record(z.string().max(64), z.json()).default({}),
  position: z.strictObject({ x: coordinate, y: coordinate }),
  /** Of nodes that hold others, and of notes. */
  size: z
    .strictObject({ width: z.number().min(40).max(10_000), height: z.number().min(20).max(10_000) })
    .optional(),
  /** The loop, iteration or group that the node belongs to; its position is relative to it. */
  parentId: nodeId.nullable().default(null),
  /** `continue`: go on with `fallback` as the output; `route`: leave by the port `error`. */
  onError: z.enum(errorRules).default('stop'),
  fallback: z.string().max(20_000).default(''),
  retries: z.number().int().min(0).max(flowLimits.maxRetries).default(0),
  retryDelaySeconds: z.number().min(0).max(flowLimits.maxRetryDelaySeconds).default(2),
  timeoutSeconds: z.number().int().min(1).max(flowLimits.maxTimeoutSeconds).default(120),
});
export type FlowNode = z.output<typeof flowNode>;

export const flowEdge = z.strictObject({
  id: z.string().min(1).max(200),
  source: nodeId,
  /** The port of the source by which it leaves. */
  port: z.string().min(1).max(64).default('out'),
  target: nodeId,
});
export type FlowEdge = z.output<typeof flowEdge>;

/** A variable of a run: components read it as `{{var.key}}` and assign to it. */
export const flowVariable = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  value: z.json().default(''),
});

/** Bounds of one run; a run that reaches one fails. */
export const flowBounds = z.strictObject({
  steps: z.number().int().min(1).max(flowLimits.maxSteps).default(1_000),
  tokens: z.number().int().min(1).max(flowLimits.maxTokens).default(500_000),
  /** In the currency of the installation; null: none. */
  price: z.number().min(0).max(10_000).nullable().default(null),
  /** Of work; waiting for a person does not count. */
  minutes: z.number().int().min(1).max(flowLimits.maxMinutes).default(30),
});
export type FlowBounds = z.output<typeof flowBounds>;

export const flowGraph = z
  .strictObject({
    format: z.literal(flowFormat).default(flowFormat),
    nodes: z.array(flowNode).max(flowLimits.maxNodes),
    edges: z.array(flowEdge).max(flowLimits.maxEdges),
    variables: z.array(flowVariable).max(64).default([]),
    bounds: flowBounds.prefault({}),
  })
  .superRefine(({ nodes, edges, variables }, context) => {
    const ids = new Set(nodes.map(({ id }) => id));
    const report = (message: string, path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path });
    if (ids.size < nodes.length) report('duplicate_node', ['nodes']);
    if (new Set(edges.map(({ id }) => id)).size < edges.length) report('duplicate_edge', ['edges']);
    if (new Set(variables.map(({ key }) => key)).size < variables.length)
      report('duplicate_variable', ['variables']);
    for (const [i, { source, target }] of edges.entries())
      if (!ids.has(source) || !ids.has(target)) report('unknown_node', ['edges', i]);
    const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
    for (const [i, { id, parentId }] of nodes.entries()) {
      const seen = new Set([id]);
      for (let above = parentId; above !== null; above = parents.get(above) ?? null) {
        if (!ids.has(above) || seen.has(above)) {
          report('wrong_parent', ['nodes', i, 'parentId']);
          break;
        }
        seen.add(above);
      }
    }
  });
export type FlowGraph = z.output<typeof flowGraph>;
export type FlowGraphInput = z.input<typeof flowGraph>;
