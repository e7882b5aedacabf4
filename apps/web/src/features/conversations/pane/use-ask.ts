import {
  type Assistant,
  type AssistantSummary,
  createConversation,
  getConversation,
  listConversations,
  type Message,
} from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQueryOptions, useApiMutation } from '../../../api/queries.ts';
import { useConversationFiles } from '../files/use-conversation-files.ts';
import { useNamedDocuments } from '../named/use-named-documents.ts';
import type { useTurn } from '../turn/use-turn.ts';
import { useFlowForm } from './use-flow-form.ts';
import { usePromptDetails } from './use-prompt-details.ts';

type Asked = {
  assistant: AssistantSummary;
  variables: Assistant['variables'];
  usesDraft: boolean;
  conversationId: string | undefined;
  onConversationCreated: (conversationId: string) => void;
};

/** A question that is sent, which creates the conversation where there is none yet. */
export function useAsk(
  props: Asked,
  { turn, ask, leave }: ReturnType<typeof useTurn>,
  messages: Message[] | undefined,
) {
  const { assistant, conversationId } = props;
  const client = useQueryClient();
  const details = usePromptDetails(props.variables, conversationId ?? assistant.id);
  const [pending, setPending] = useState<string | null>(null);
  const create = useApiMutation(createConversation, { invalidates: [listConversations] });

  /** The conversation, which begins with its first question or its first file. */
  async function openConversation(): Promise<string> {
    if (conversationId !== undefined) return conversationId;
    const body = { usesDraft: props.usesDraft };
    const created = await create.mutateAsync({ params: { assistantId: assistant.id }, body });
    const { queryKey } = apiQueryOptions(getConversation, { params: { conversationId: created.id } });
    client.setQueryData(queryKey, { ...created, messages: [], branches: [] });
    details.keepFor(created.id);
    props.onConversationCreated(created.id);
    return created.id;
  }
  const files = useConversationFiles(conversationId, openConversation);
  const named = useNamedDocuments(assistant.id);
  const form = useFlowForm(assistant, messages);

  function send(content: string): boolean {
    if (turn || create.isPending || !details.check() || !form.check()) return false;
    const last = messages?.at(-1);
    // What the person sees is what the question follows, whatever another tab shows.
    const parentId = last?.role === 'assistant' ? last.id : undefined;
    const documentIds = named.documents.map(({ id }) => id);
    const question = {
      content,
      parentId,
      variables: details.values,
      fileIds: files.readyIds,
      documentIds,
      inputs: form.values,
    };
    files.markAsked(files.readyIds);
    named.clear();
    if (conversationId !== undefined) {
      void ask(conversationId, question);
      return true;
    }
    setPending(content);
    openConversation()
      .then((id) => void ask(id, question))
      // The mutation has told of the failure.
      .catch(() => undefined)
      .finally(() => setPending(null));
    return true;
  }

  /** Asks an edited question beside the one that it was. */
  function edit(question: Message, content: string): boolean {
    if (turn || !messages || !details.check()) return false;
    const left = messages.slice(messages.findIndex(({ id }) => id === question.id)).map(({ id }) => id);
    const { conversationId: askedIn, parentId } = question;
    const fileIds = question.files.map(({ documentId }) => documentId);
    const documentIds = question.documents.map(({ id }) => id);
    const { inputs } = question;
    void ask(askedIn, { content, parentId, variables: details.values, fileIds, documentIds, inputs }, left);
    return true;
  }

  /** Asks again what may not have arrived; looks first whether it did. */
  async function askAgain(): Promise<void> {
    if (!turn) return;
    const { typedQuestion: content, conversationId: askedIn, fileIds, documentIds, inputs } = turn;
    const known = new Set(messages?.map(({ id }) => id));
    const options = apiQueryOptions(getConversation, { params: { conversationId: askedIn } });
    const stored = await client.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined);
    leave();
    const arrived = stored?.messages.some((message) => !known.has(message.id) && message.content === content);
    if (!arrived) void ask(askedIn, { content, variables: details.values, fileIds, documentIds, inputs });
  }

  return { pending, send, edit, askAgain, details, files, named, form };
}

export type Asking = ReturnType<typeof useAsk>;
