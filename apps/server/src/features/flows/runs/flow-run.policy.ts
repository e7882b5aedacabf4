import { definePolicy } from '../../../platform/authorized.ts';
import { flowPolicy } from '../flow.policy.ts';
import type { FlowRow } from '../flow.table.ts';
import type { FlowRunRow } from './flow-run.table.ts';

/** A run belongs to its flow: whoever edits the one sees and ends the other. */
export const flowRunPolicy = definePolicy<FlowRunRow & { flow: FlowRow }>({ notFound: 'flow_run.not_found' })
  .allow('read', (actor, { flow }) => flowPolicy.rules.read(actor, flow))
  .allow(['update', 'delete'], (actor, { flow }) => flowPolicy.rules.update(actor, flow));
