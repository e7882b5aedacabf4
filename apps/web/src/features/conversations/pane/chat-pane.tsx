import {
  type Assistant,
  type AssistantSummary,
  type Citation,
  createConversation,
  getConversation,
  listConversations,
  type Message,
} from '@lectern/contract';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQueryOptions, useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { plainText } from '../answer/markdown-blocks.ts';
import { useTurn } from '../turn/use-turn.ts';
import classes from './chat-pane.module.css';
import { Composer } from './composer.tsx';
import { JumpToLatest } from './jump-to-latest.tsx';
import { MessageList } from './message-list.tsx';
import { MessageSkeleton } from './message-skeleton.tsx';
import { PromptDetails } from './prompt-details.tsx';
import { useFollowBottom } from './use-follow-bottom.ts';
import { usePromptDetails } from './use-prompt-details.ts';

type Props = {
  assistant: AssistantSummary;
  /** Variables of the assistant's prompt, as far as the reader may see them. */
  variables: Assistant['variables'];
  /** Undefined: a conversation that begins with its first question. */
  conversationId: string | undefined;
  onConversationCreated: (conversationId: string) => void;
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
};

/** One conversation: its messages, the answer that grows, and the field to ask in. */
export function ChatPane(props: Props) {
  const { t } = useTranslation('chat');
  const { assistant, conversationId } = props;
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const { frame, content, isAway, jumpToEnd } = useFollowBottom();
  const details = usePromptDetails(props.variables, conversationId ?? assistant.id);

  const announce = (answer: Message) =>
    setAnnouncement(
      answer.status === 'complete'
        ? t('messages.announceDone', { name: assistant.name, text: plainText(answer.content) })
        : answer.status === 'stopped'
          ? t('messages.announceStopped')
          : t('messages.announceFailed'),
    );
  const { turn, ask, regenerate, resume, reconnect, stop, leave } = useTurn(announce);
  const shownTurn =
    turn && (conversationId === undefined || turn.conversationId === conversationId) ? turn : null;

  const conversation = useApiQuery(
    getConversation,
    { params: { conversationId: conversationId ?? '' } },
    { enabled: conversationId !== undefined },
  );
  const create = useApiMutation(createConversation, { invalidates: [listConversations] });

  // Another conversation was chosen: its answer grows on without us.
  useEffect(() => {
    if (turn && turn.conversationId !== conversationId && conversationId !== undefined) leave();
  }, [conversationId, turn, leave]);

  // The page was opened while an answer is being written: go on with it.
  const messages = conversation.data?.messages;
  const last = messages?.at(-1);
  const isFresh = !conversation.isFetching;
  useEffect(() => {
    if (!isFresh || turn || last?.status !== 'streaming') return;
    void resume(messages?.at(-2) ?? null, last);
  }, [isFresh, turn, last, messages, resume]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an opened conversation is read from its end.
  useEffect(() => {
    jumpToEnd();
    setAnnouncement('');
    if (window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true });
  }, [conversationId, assistant.id, conversation.isSuccess, jumpToEnd]);

  function send(content: string): boolean {
    if (turn || create.isPending || !details.check()) return false;
    jumpToEnd();
    const question = { content, variables: details.values };
    if (conversationId !== undefined) {
      void ask(conversationId, question);
      return true;
    }
    setPendingQuestion(content);
    create.mutate(
      { params: { assistantId: assistant.id }, body: {} },
      {
        onSuccess: (created) => {
          const { queryKey } = apiQueryOptions(getConversation, { params: { conversationId: created.id } });
          client.setQueryData(queryKey, { ...created, messages: [] });
          details.keepFor(created.id);
          void ask(created.id, question);
          props.onConversationCreated(created.id);
        },
        onSettled: () => setPendingQuestion(null),
      },
    );
    return true;
  }
  const [pendingQuestion, setPendingQuestion] = useState<string | null>(null);

  /** Asks again what may not have arrived; looks first whether it did. */
  async function askAgain() {
    if (!turn) return;
    const { typedQuestion: content, conversationId: askedIn } = turn;
    const known = messages?.length ?? 0;
    const options = apiQueryOptions(getConversation, { params: { conversationId: askedIn } });
    const stored = await client.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined);
    leave();
    const arrived = stored?.messages.slice(known).some((message) => message.content === content);
    if (!arrived) void ask(askedIn, { content, variables: details.values });
  }

  const onRegenerate = useCallback(
    (question: Message | null, answer: Message) => {
      jumpToEnd();
      void regenerate(question, answer);
    },
    [regenerate, jumpToEnd],
  );

  const isDraft = conversationId === undefined && !shownTurn && pendingQuestion === null;
  const opener = messages?.[0]?.role === 'assistant' ? '' : assistant.opener;
  const missing = conversation.isError && conversation.error.status === 404;
  return (
    <div className={classes.pane}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={frame} className={classes.scroll} aria-label={t('messages.log')} tabIndex={0}>
        <div ref={content} className={classes.content}>
          {isDraft && opener === '' && (
            <EmptyState
              icon={IconMessageQuestion}
              title={t('empty.askTitle', { name: assistant.name })}
              text={
                assistant.knowledgeBaseCount === 0
                  ? t('empty.askTextWithoutKnowledge')
                  : t('empty.askText', { count: assistant.knowledgeBaseCount })
              }
            />
          )}
          {conversationId !== undefined && conversation.isPending && !shownTurn && <MessageSkeleton />}
          {missing && (
            <EmptyState
              icon={IconMessageQuestion}
              title={t('empty.conversationNotFoundTitle')}
              text={t('empty.conversationNotFoundText')}
            />
          )}
          {conversation.isError && !missing && (
            <ErrorState
              title={t('messages.loadFailed')}
              error={conversation.error}
              onRetry={() => void conversation.refetch()}
            />
          )}
          {(messages || shownTurn || isDraft || pendingQuestion !== null) && (
            <MessageList
              assistant={assistant}
              opener={opener}
              messages={messages ?? []}
              turn={shownTurn}
              pendingQuestion={shownTurn ? null : pendingQuestion}
              onOpenCitation={props.onOpenCitation}
              onRegenerate={onRegenerate}
              onReconnect={reconnect}
              onAskAgain={() => void askAgain()}
              onGiveUp={leave}
            />
          )}
        </div>
      </section>
      <div className={classes.bottom}>
        <JumpToLatest shown={isAway} onClick={() => jumpToEnd('smooth')} />
        {!missing && (
          <Composer
            fieldRef={field}
            assistantName={assistant.name}
            streaming={shownTurn !== null && shownTurn.phase !== 'ended'}
            mayStop={Boolean(shownTurn?.answer)}
            onSend={send}
            onStop={() => void stop()}
            above={<PromptDetails variables={props.variables} {...details.fields} />}
          />
        )}
      </div>
      <div className={classes.hidden} aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}
