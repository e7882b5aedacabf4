import type { FlowGraph, FlowStep } from '@lectern/contract';
import { expect, it } from 'vitest';
import { findLooseEnd } from './find-loose-end.ts';

const graph = {
  nodes: [{ id: 'find' }, { id: 'write' }],
  edges: [{ id: 'e', source: 'find', port: 'out', target: 'write' }],
} as unknown as FlowGraph;
const step = (nodeId: string, port: string) =>
  ({ nodeId, port, frame: '', status: 'succeeded' }) as unknown as FlowStep;

it('finds where a run ended by a way that leads nowhere, and no end that was meant', () => {
  expect(findLooseEnd(graph, [step('find', 'nothing')])).toMatchObject({
    node: { id: 'find' },
    port: 'nothing',
  });
  expect(findLooseEnd(graph, [step('find', 'out'), step('write', 'out')])).toBeUndefined();
  expect(findLooseEnd(graph, [])).toBeUndefined();
});
