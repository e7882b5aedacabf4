import { AppError, type FlowFormRow, type FlowGraph, type Json, toFlowFormInputs } from '@lectern/contract';
import { flowComponents, readForm } from '@lectern/flow';

const begin = flowComponents.get('begin');

/** The fields that a run asks for before its first step, by the options of the node that it begins with. */
export function readStartFields(options: Record<string, Json> = {}) {
  const fields = begin?.options.safeParse(options).data?.fields;
  return toFlowFormInputs(Array.isArray(fields) ? (fields as FlowFormRow[]) : []);
}

export const startForm = ({ nodes }: FlowGraph) =>
  readStartFields(nodes.find(({ component }) => flowComponents.get(component)?.isEntry)?.options);

/** What a run is given before its first step; throws where a field is missing or of another kind. */
export function readStartInputs(graph: FlowGraph, given: Record<string, Json>): Record<string, Json> {
  const { values, wrong } = readForm(startForm(graph), given);
  if (!values) throw new AppError('flow_run.wrong_inputs', { detail: wrong?.label ?? '' });
  // More than its form asks for may be read as well.
  return { ...given, ...values };
}
