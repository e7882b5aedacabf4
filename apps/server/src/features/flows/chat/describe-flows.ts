import { AppError, type FlowFormRow, type FlowGraph, toFlowFormInputs } from '@lectern/contract';
import { flowComponents, listKnowledgeBases } from '@lectern/flow';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { DescribedFlow } from '../../assistants/flow-port.ts';
import { findFlow, listPublishedFlows } from '../flow.queries.ts';
import { loadFlow } from '../flow.service.ts';

/** Throws unless the actor may choose the flow for an assistant. */
export async function checkFlowToAnswer(tx: Tx, actor: Actor, flowId: string): Promise<void> {
  const flow = await loadFlow(tx, actor, 'read', flowId);
  if (flow.publishedVersion === null) throw new AppError('assistant.flow_not_published');
}

/** What chats need to know of published flows. */
export async function describeFlows(tx: Tx, flowIds: string[]): Promise<Map<string, DescribedFlow>> {
  if (flowIds.length === 0) return new Map();
  const rows = await listPublishedFlows(tx, flowIds);
  return new Map(
    rows.map(({ id, name, graph, hasDraft }) => [id, { id, name, form: startForm(graph), hasDraft }]),
  );
}

/** The fields that a run asks for before its first step. */
export function startForm({ nodes }: FlowGraph) {
  const begin = nodes.find(({ component }) => flowComponents.get(component)?.isEntry);
  const fields = flowComponents.get('begin')?.options.safeParse(begin?.options ?? {}).data?.fields;
  return toFlowFormInputs(Array.isArray(fields) ? (fields as FlowFormRow[]) : []);
}

/** The knowledge bases that a flow searches, as published and as drafted. */
export async function listBasesOfFlow(tx: Tx, flowId: string): Promise<string[]> {
  const drafted = await findFlow(tx, flowId);
  const [published] = await listPublishedFlows(tx, [flowId]);
  const graphs = [drafted?.graph, published?.graph].filter((graph) => graph !== undefined);
  return [...new Set(graphs.flatMap((graph) => listKnowledgeBases(graph, flowComponents)))];
}
