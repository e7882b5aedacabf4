import type { FlowGraph, FlowGraphInput, Json, Language } from '@lectern/contract';
import { flowComponents } from '../components/index.ts';
import { arrange } from '../graph/arrange.ts';
import { drawGraph, type NodeForm } from '../graph/draw-graph.ts';

/** A flow to begin with: one file in this folder, one line in `index.ts`. */
export type FlowTemplate = {
  id: string;
  /** Path data of a 24 × 24 icon, drawn as a line. */
  icon: string;
  texts: Record<Language, { name: string; description: string }>;
  /** The flow, with its names and texts in a language. */
  draw: (language: Language) => FlowGraph;
};

/** `nodes` are given the texts of a language; a node without a name is called as its component. */
export function defineFlowTemplate<Key extends string>({
  id,
  icon,
  texts,
  nodes,
  edges,
  ...more
}: Pick<FlowTemplate, 'id' | 'icon'> & {
  texts: Record<Language, Record<Key | 'name' | 'description', string>>;
  nodes: (t: Record<Key, string>) => Record<string, NodeForm>;
  edges: readonly string[];
} & Pick<FlowGraphInput, 'variables' | 'bounds'>): FlowTemplate {
  return {
    id,
    icon,
    texts,
    draw: (language) => {
      const named = Object.entries(nodes(texts[language])).map(
        ([nodeId, [component, options, rest = {}]]): [string, NodeForm] => {
          const name = flowComponents.get(component)?.texts[language].name ?? component;
          return [nodeId, [component, options, { name, ...rest }]];
        },
      );
      return arrange(drawGraph(Object.fromEntries(named), edges, more), flowComponents);
    },
  };
}

/** Rows of an option, each with an id. */
export const rows = (...given: Record<string, Json>[]): Json[] =>
  given.map((row, i) => ({ id: `r${i + 1}`, ...row }));
