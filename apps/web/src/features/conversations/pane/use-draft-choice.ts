import { type AssistantSummary, getConversation, setConversationDraft } from '@lectern/contract';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';

/** Whether answers come from the assistant's draft: chosen for a conversation, also before its first question. */
export function useDraftChoice(assistant: AssistantSummary | undefined, conversationId: string | undefined) {
  const [forNew, setForNew] = useState(false);
  const conversation = useApiQuery(
    getConversation,
    { params: { conversationId: conversationId ?? '' } },
    { enabled: conversationId !== undefined },
  );
  const change = useApiMutation(setConversationDraft, { invalidates: [getConversation] });
  const stored = change.isPending ? change.variables.body.usesDraft : conversation.data?.usesDraft;
  return {
    offered: assistant?.hasDraft === true,
    on: assistant?.hasDraft === true && (conversationId === undefined ? forNew : stored === true),
    set: (usesDraft: boolean) => {
      if (conversationId === undefined) setForNew(usesDraft);
      else change.mutate({ params: { conversationId }, body: { usesDraft } });
    },
  };
}

export type DraftChoice = ReturnType<typeof useDraftChoice>;
