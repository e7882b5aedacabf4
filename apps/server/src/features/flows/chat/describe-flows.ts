import { AppError } from '@lectern/contract';
import { flowComponents, listKnowledgeBases } from '@lectern/flow';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { DescribedFlow } from '../../assistants/flow-port.ts';
import { findFlow, listFlowBeginnings, listPublishedFlows } from '../flow.queries.ts';
import { loadFlow } from '../flow.service.ts';
import { readStartFields } from '../runs/start-form.ts';

/** Throws unless the actor may choose the flow for an assistant. */
export async function checkFlowToAnswer(tx: Tx, actor: Actor, flowId: string): Promise<void> {
  const flow = await loadFlow(tx, actor, 'read', flowId);
  if (flow.publishedVersion === null) throw new AppError('assistant.flow_not_published');
}

/** What chats need to know of published flows. */
export async function describeFlows(tx: Tx, flowIds: string[]): Promise<Map<string, DescribedFlow>> {
  if (flowIds.length === 0) return new Map();
  const rows = await listFlowBeginnings(tx, flowIds);
  return new Map(
    rows.map(({ id, name, options, hasDraft }) => [
      id,
      { id, name, form: readStartFields(options ?? {}), hasDraft },
    ]),
  );
}

/** The knowledge bases that a flow searches, as published and as drafted. */
export async function listBasesOfFlow(tx: Tx, flowId: string): Promise<string[]> {
  const drafted = await findFlow(tx, flowId);
  const [published] = await listPublishedFlows(tx, [flowId]);
  const graphs = [drafted?.graph, published?.graph].filter((graph) => graph !== undefined);
  return [...new Set(graphs.flatMap((graph) => listKnowledgeBases(graph, flowComponents)))];
}
