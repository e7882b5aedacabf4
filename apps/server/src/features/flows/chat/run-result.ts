import { placeCitations } from '@lectern/answering';
import type { Citation, Message } from '@lectern/contract';
import { joinSourced, type Step } from '@lectern/flow';
import type { FlowRunRow } from '../runs/flow-run.table.ts';

/** What a run gave since the person's latest message or form, as the message of a chat. */
export function resultOf(
  { id, flowId, memory }: Pick<FlowRunRow, 'id' | 'flowId' | 'memory'>,
  steps: Iterable<Step>,
): { content: string; citations: Citation[]; flowRun: NonNullable<Message['flowRun']> } {
  const form = [...steps].flatMap(({ awaits }) => (awaits?.kind === 'form' ? [awaits] : []))[0];
  const { text, citations } = joinSourced([
    ...memory.posts.slice(memory.postsShown ?? 0),
    ...(form?.text ? [{ text: form.text, citations: [] }] : []),
  ]);
  return {
    content: text,
    citations: placeCitations(text, citations),
    flowRun: { id, flowId, form: form?.fields ?? null },
  };
}
