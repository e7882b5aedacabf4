import type { FlowNode } from '@lectern/contract';
import { z } from 'zod';
import type { Step, StepFailure } from './state.ts';
import { StepError } from './step-error.ts';

/** A step failed and nothing catches it. */
export class RunFailed extends Error {
  readonly failure: StepFailure;
  readonly nodeId: string;
  constructor(failure: StepFailure, nodeId: string) {
    super(failure.code);
    this.failure = failure;
    this.nodeId = nodeId;
  }
}

/** The state could not be stored: no step may go on from here. */
export class StoreFailed extends Error {}

export function asFailure(error: unknown): StepFailure {
  if (error instanceof StepError) return { code: error.code, detail: error.detail };
  if (error instanceof z.ZodError)
    return { code: 'flow.wrong_option', detail: error.issues[0]?.path.join('.') };
  const { code, kind, details, detail = readDetail(details) } = error as Partial<Record<string, unknown>>;
  const known = typeof detail === 'string' ? { detail } : {};
  // Errors of models and of the API carry their own codes.
  if (error instanceof Error && error.name === 'ModelError')
    return { code: `model.${String(kind)}`, ...known };
  if (error instanceof Error && error.name === 'AppError') return { code: String(code), ...known };
  return { code: 'server.error' };
}

/** What an error of the API tells besides its code, which its text names `detail` or otherwise. */
function readDetail(details: unknown): string | undefined {
  const told = (details ?? {}) as Record<string, unknown>;
  const known = told.detail ?? Object.values(told)[0];
  return known === undefined ? undefined : String(known);
}

/** How a finished step leaves its node after it failed for good. */
export function applyErrorRule(node: FlowNode, step: Step): boolean {
  if (node.onError === 'stop') return false;
  step.outputs = { ...step.outputs, error: step.failure?.code ?? '' };
  if (node.onError === 'continue')
    step.outputs = { ...step.outputs, text: node.fallback, result: node.fallback };
  step.port = node.onError === 'route' ? 'error' : 'out';
  step.status = 'succeeded';
  return true;
}
