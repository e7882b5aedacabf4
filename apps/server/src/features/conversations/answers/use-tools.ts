import { setTimeout } from 'node:timers/promises';
import { type CallPlace, longestToolResult, readToolCall } from '@lectern/answering';
import { AppError, type ToolCall as ShownCall, toolDecisionMinutes } from '@lectern/contract';
import type { ToolCall } from '@lectern/models';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { newId } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { callMcpTool, type OpenMcpTool } from '../../mcp-connections/mcp-tools.service.ts';
import { updateStreamingAnswer } from '../conversation.queries.ts';
import type { AnswerTask } from './answer-task.ts';
import type { LiveAnswer } from './live-answer.ts';
import type { Outcome, UsedTool } from './outcome.ts';
import { findDecision } from './tool-decision.queries.ts';

/** Of all results of an answer, in characters; fewer where the model's window is small. */
const longestResults = 60_000;
/** Of all calls of an answer together, without the time in which a person decides. */
const longestMs = 120_000;
const longestShown = 2_000;
const lookEveryMs = 500;

const asShown = ({ id, name, arguments: given, state }: UsedTool): ShownCall => ({
  id,
  name,
  arguments: given,
  state,
});

/** The calls of an answer that is over: nobody waits for one any more. */
export function endToolCalls(calls: readonly UsedTool[]): ShownCall[] {
  return calls.map((call) => {
    const isOpen = call.state === 'waiting' || call.state === 'running';
    return { ...asShown(call), state: isOpen ? 'failed' : call.state };
  });
}

/** Makes the calls that the model of an answer asks for, and keeps account of each. */
export function createToolUser(
  platform: Platform,
  task: AnswerTask,
  tools: readonly OpenMcpTool[],
  {
    live,
    signal,
    outcome,
    contextTokens,
  }: {
    live: LiveAnswer;
    signal: AbortSignal;
    outcome: Outcome;
    contextTokens: number;
  },
) {
  const { actor, answer } = task;
  const { companyId } = actor;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  /** Programs, evaluations, visitors and impersonators have nobody who could say yes. */
  const hasPerson = !task.outside && actor.via === 'session' && actor.impersonatedBy === undefined;
  let room = Math.min(longestResults, contextTokens);
  let spentMs = 0;

  /** Stored and then told to readers, so that a page opened at the news shows it. */
  async function show(): Promise<void> {
    const toolCalls = outcome.toolCalls.map(asShown);
    if (!task.outside)
      await platform.database.withCompany(companyId, (tx) =>
        updateStreamingAnswer(tx, answer.id, { toolCalls }),
      );
    live.mark({ type: 'tool_calls', toolCalls });
  }

  /** Whether a person allows it. Without an answer in time, nobody does. */
  async function askPerson(used: UsedTool): Promise<boolean> {
    used.state = 'waiting';
    await show();
    const until = Date.now() + toolDecisionMinutes * 60_000;
    while (Date.now() < until) {
      const allowed = await platform.database.withCompany(companyId, (tx) => findDecision(tx, used.id));
      if (allowed !== undefined) return allowed;
      await setTimeout(lookEveryMs, undefined, { signal });
    }
    return false;
  }

  async function make(tool: OpenMcpTool, given: Record<string, unknown>, used: UsedTool): Promise<string> {
    if (spentMs >= longestMs) throw new Refusal('Refused: no time is left for tools.');
    if (tool.asks && !hasPerson) throw new Declined('Refused: there is nobody who could allow this.');
    if (tool.asks && !(await askPerson(used)))
      throw new Declined('Refused: the person has not allowed this.');
    used.state = 'running';
    await show();
    const begin = performance.now();
    const limit = AbortSignal.timeout(longestMs - spentMs);
    try {
      return await callMcpTool(platform, companyId, {
        toolId: tool.id,
        revision: tool.revision,
        given,
        key: used.id,
        consented: tool.asks,
        signal: AbortSignal.any([signal, limit]),
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof AppError)
        throw new Refusal(`It failed: ${error.code} ${Object.values(error.details).join(' ')}`.trim());
      if (limit.aborted) throw new Refusal('Refused: no time is left for tools.');
      throw error;
    } finally {
      used.durationMs = Math.round(performance.now() - begin);
      spentMs += used.durationMs;
    }
  }

  return {
    /** What the model is told of a call. */
    answer: async (call: ToolCall, place: CallPlace): Promise<string> => {
      const known = readToolCall(byName, call, place);
      const used: UsedTool = {
        id: newId(),
        name: 'tool' in known ? known.tool.label : cleanText(call.name).slice(0, 200),
        arguments: cleanText(call.arguments).slice(0, longestShown),
        state: 'running',
        result: '',
        durationMs: 0,
      };
      outcome.toolCalls.push(used);
      let text: string;
      try {
        if ('error' in known) throw new Refusal(known.error);
        text = await make(known.tool, known.given, used);
        used.state = 'done';
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        text = error.message;
        used.state = error instanceof Declined ? 'declined' : 'failed';
      }
      const told = cleanText(text).slice(0, Math.max(0, Math.min(room, longestToolResult)));
      room -= told.length;
      used.result = told.slice(0, longestShown);
      await show();
      return told === '' ? 'Refused: no room is left for results.' : told;
    },
  };
}

/** A call that was not made; its message is for the model. */
class Refusal extends Error {}
class Declined extends Refusal {}
