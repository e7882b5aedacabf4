import type { FlowRun } from '@lectern/contract';

/** One turn as the panel shows it: what the person wrote, and what came back. */
export type RunTurn = { question: string; posts: FlowRun['posts'] };

/** What was said in a run, from its first message on. Sources are kept for the latest turn only. */
export function turnsOf({ history, messages, posts }: FlowRun): RunTurn[] {
  const turns: RunTurn[] = [];
  for (const { role, content } of history) {
    if (role === 'user' || turns.length === 0)
      turns.push({ question: role === 'user' ? content : '', posts: [] });
    if (role === 'assistant') turns.at(-1)?.posts.push({ text: content, citations: [] });
  }
  const asked = history.filter(({ role }) => role === 'user').length;
  return [...turns, { question: messages.length > asked ? (messages.at(-1) ?? '') : '', posts }];
}
