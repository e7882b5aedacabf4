import {
  createVisitorConversation,
  getVisitorConversation,
  type Message,
  type Visit,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQueryOptions, useApiMutation } from '../../../api/queries.ts';
import { useFlowForm } from '../pane/use-flow-form.ts';
import { usePromptDetails } from '../pane/use-prompt-details.ts';
import type { useTurn } from '../turn/use-turn.ts';

type Asked = {
  visit: Visit;
  conversationId: string | undefined;
  messages: Message[] | undefined;
  onCreated: (conversationId: string) => void;
  onAsked: (question: string) => void;
};

/** A question of a visitor, which creates the conversation where there is none yet. */
export function useVisitorAsk(
  { visit, conversationId, messages, onCreated, onAsked }: Asked,
  { turn, ask, leave }: ReturnType<typeof useTurn>,
) {
  const { widget } = visit;
  const client = useQueryClient();
  const [pending, setPending] = useState<string | null>(null);
  const details = usePromptDetails(widget.variables, conversationId ?? visit.visitor.id);
  // The run of a flow may wait for a form, whether or not it began with one.
  const form = useFlowForm({ flow: { id: '', name: '', form: widget.form } }, messages);
  const create = useApiMutation(createVisitorConversation);

  async function open(): Promise<string> {
    if (conversationId !== undefined) return conversationId;
    const created = await create.mutateAsync({});
    const { queryKey } = apiQueryOptions(getVisitorConversation, { params: { conversationId: created.id } });
    client.setQueryData(queryKey, { ...created, messages: [] });
    details.keepFor(created.id);
    onCreated(created.id);
    return created.id;
  }

  function send(content: string): boolean {
    if (turn || pending !== null || !details.check() || !form.check()) return false;
    const question = {
      content,
      variables: details.values,
      inputs: form.values,
      fileIds: [],
      documentIds: [],
    };
    setPending(content);
    onAsked(content);
    open()
      .then((id) => void ask(id, question))
      // The mutation has told of the failure.
      .catch(() => undefined)
      .finally(() => setPending(null));
    return true;
  }

  /** What did not arrive, once more. */
  function askAgain(): void {
    if (!turn) return;
    const { typedQuestion, conversationId: id, inputs } = turn;
    leave();
    void ask(id, { content: typedQuestion, variables: details.values, inputs, fileIds: [], documentIds: [] });
  }

  return { send, askAgain, pending, details, form };
}
