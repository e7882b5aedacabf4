import { AppError, type FlowGraph } from '@lectern/contract';
import {
  deepestFlows,
  flowComponents,
  listCalledFlows,
  type PublishedFlow,
  waitsForForm,
} from '@lectern/flow';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { readActingMember } from '../../companies/acting-member.service.ts';
import { loadFlow, loadVersion } from '../flow.service.ts';
import type { FlowRow } from '../flow.table.ts';

/** The published version of a flow that its caller's owner may use, or one that was published before. */
export async function loadPublishedFlow(
  tx: Tx,
  owner: Actor,
  { flowId, version }: { flowId: string; version?: number | undefined },
): Promise<PublishedFlow> {
  const flow = await loadFlow(tx, owner, 'read', flowId);
  const number = version ?? flow.publishedVersion;
  if (number === null) throw new AppError('flow.not_published', { detail: flow.name });
  const { graph } = await loadVersion(tx, flow, number);
  return { id: flow.id, name: flow.name, version: number, graph };
}

/** Throws where a flow runs others that cannot be run within it, before anything has happened. */
export async function checkCalledFlows(
  tx: Tx,
  { id, companyId, ownerId }: FlowRow,
  graph: FlowGraph,
): Promise<void> {
  if (listCalledFlows(graph, flowComponents).length === 0) return;
  const owner = await readActingMember(tx, companyId, ownerId);
  if (!owner) throw new AppError('auth.no_company');
  const checked = new Map<string, number>();

  async function check(caller: FlowGraph, calledBy: string[]): Promise<void> {
    const depth = calledBy.length;
    for (const flowId of listCalledFlows(caller, flowComponents)) {
      if ((checked.get(flowId) ?? 0) >= depth) continue;
      const { name: detail } = await loadFlow(tx, owner as Actor, 'read', flowId);
      if (calledBy.includes(flowId)) throw new AppError('flow.calls_itself', { detail });
      if (depth >= deepestFlows) throw new AppError('flow.nested_too_deep', { detail: deepestFlows });
      const called = await loadPublishedFlow(tx, owner as Actor, { flowId });
      if (waitsForForm(called.graph)) throw new AppError('flow.sub_flow_waits', { detail });
      await check(called.graph, [...calledBy, flowId]);
      checked.set(flowId, depth);
    }
  }

  await check(graph, [id]);
}
