import {
  type ErrorCode,
  errors,
  errorText,
  type FlowRun,
  type FlowRunSummary,
  type FlowStep,
  type Language,
} from '@lectern/contract';
import { type Step, type StepFailure, titleOf } from '@lectern/flow';
import { presentRunError } from '../../../platform/runs/present-run.ts';
import type { ListedRun } from './flow-run.queries.ts';
import type { FlowRunRow } from './flow-run.table.ts';

/** A code of the error table, or of a component: that one tells its own words. */
function presentFailure({ code, detail = '' }: StepFailure, language: Language) {
  const known = (code in errors ? code : 'server.error') as ErrorCode;
  // Texts of other parts of the product name what they tell: the host, the name, the most there may be.
  const details = { host: detail, name: detail, max: detail };
  return { code, message: errorText(known, language, { ...details, detail, requestId: '–' }) };
}

export function presentStep(step: Step, language: Language): FlowStep {
  const { failure, startedAt, finishedAt, stale: _, via: __, journal: ___, ...shown } = step;
  return {
    ...shown,
    title: titleOf(step),
    error: failure && presentFailure(failure, language),
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
  };
}

/** Characters of an answer in a list. */
const longestAnswer = 300;

export function summarizeRun(row: ListedRun, names: Map<string, string>, language: Language): FlowRunSummary {
  const { steps, tokens, price, workMs } = row.memory.usage;
  const error = presentRunError(row, language);
  return {
    id: row.id,
    flowId: row.flowId,
    state: row.state,
    source: row.source,
    version: row.version,
    question: row.question,
    answer: (row.memory.posts.at(-1)?.text ?? '').slice(0, longestAnswer),
    onlyNode: row.onlyNode,
    startedByName: names.get(row.accountId) ?? null,
    stepCount: steps,
    tokens,
    price,
    durationMs: workMs,
    error: error && { ...error, nodeId: row.failedNode },
    startedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

export function presentRun(
  row: FlowRunRow,
  steps: Step[],
  names: Map<string, string>,
  language: Language,
): FlowRun {
  const { posts, history, variables, inputs, question } = row.memory;
  const asked = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  return {
    ...summarizeRun(row, names, language),
    graph: row.graph,
    steps: steps.filter(({ nodeId }) => !nodeId.startsWith('$')).map((step) => presentStep(step, language)),
    messages: [...asked, question].filter((message) => message !== ''),
    posts,
    history,
    variables,
    inputs,
  };
}
