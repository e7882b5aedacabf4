import { type ConversationWithMessages, getConversation, type Message } from '@lectern/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { notifyFailure } from '../../../ui/feedback/notify.ts';

/** A long conversation is read from its end, and further up as far as the reader goes. */
export type EarlierMessages = { exist: boolean; loading: boolean; load: () => void };

type Known = { messages: Map<string, Message>; versions: Map<string, string[]> };

function remember({ messages, versions }: Known, page: ConversationWithMessages): void {
  for (const message of page.messages) {
    messages.set(message.id, message);
    versions.delete(message.id);
  }
  for (const { messageId, versionIds } of page.branches) versions.set(messageId, versionIds);
}

/** What leads to the last message, as far up as it is known. */
export function followUp(messages: ReadonlyMap<string, Message>, last: Message | undefined): Message[] {
  const path: Message[] = [];
  for (let at = last; at && path.length <= messages.size; at = messages.get(at.parentId ?? '')) path.push(at);
  return path.reverse();
}

/** The stored messages of the branch that is shown. */
export function useShownMessages(conversationId: string | undefined) {
  const conversation = useApiQuery(
    getConversation,
    { params: { conversationId: conversationId ?? '' } },
    { enabled: conversationId !== undefined },
  );
  const known = useRef<Known & { of: string | undefined }>({
    of: undefined,
    messages: new Map(),
    versions: new Map(),
  });
  const [pages, setPages] = useState(0);
  const [loading, setLoading] = useState(false);
  const { data } = conversation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another look at what is known.
  const shown = useMemo(() => {
    if (!data) return undefined;
    if (known.current.of !== data.id)
      known.current = { of: data.id, messages: new Map(), versions: new Map() };
    remember(known.current, data);
    const messages = followUp(known.current.messages, data.messages.at(-1));
    const branches = messages.flatMap(({ id }) => {
      const versionIds = known.current.versions.get(id);
      return versionIds ? [{ messageId: id, versionIds }] : [];
    });
    return { messages, branches };
  }, [data, pages]);
  const first = shown?.messages[0];
  const load = useCallback(() => {
    if (!first) return;
    setLoading(true);
    callApi(getConversation, {
      params: { conversationId: first.conversationId },
      query: { before: first.id },
    })
      .then((page) => {
        if (known.current.of !== page.id) return;
        remember(known.current, page);
        setPages((count) => count + 1);
      }, notifyFailure)
      .finally(() => setLoading(false));
  }, [first]);
  const earlier: EarlierMessages = { exist: Boolean(first?.parentId), loading, load };
  return { conversation, messages: shown?.messages, branches: shown?.branches ?? [], earlier };
}
