import type { Assistant, AssistantSummary, Citation, Message } from '@lectern/contract';
import { Box, Button, Flex, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconMessageQuestion } from '@tabler/icons-react';
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { plainText } from '../answer/markdown-blocks.ts';
import { FollowUpQuestions } from '../ask/follow-up-questions.tsx';
import { takeHandedQuestion } from '../ask/handed-question.ts';
import { SuggestedQuestions } from '../ask/suggested-questions.tsx';
import { useTurn } from '../turn/use-turn.ts';
import { AskArea } from './ask-area.tsx';
import classes from './chat-pane.module.css';
import { MessageList } from './message-list.tsx';
import { useAsk } from './use-ask.ts';
import { useFollowBottom } from './use-follow-bottom.ts';
import { useShownMessages } from './use-shown-messages.ts';

type Props = {
  assistant: AssistantSummary;
  /** Variables of the assistant's prompt, as far as the reader may see them. */
  variables: Assistant['variables'];
  /** A new conversation answers from the assistant's draft. */
  usesDraft: boolean;
  /** Undefined: a conversation that begins with its first question. */
  conversationId: string | undefined;
  onConversationCreated: (conversationId: string) => void;
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
};

/** Announces to screen readers how an answer ended. */
function useAnnouncement(name: string) {
  const { t } = useTranslation('chat');
  const [announcement, setAnnouncement] = useState('');
  const announce = ({ status, content }: Message) => {
    if (status === 'complete')
      setAnnouncement(t('messages.announceDone', { name, text: plainText(content) }));
    else setAnnouncement(t(status === 'stopped' ? 'messages.announceStopped' : 'messages.announceFailed'));
  };
  return { announcement, announce, silence: useCallback(() => setAnnouncement(''), []) };
}

/** What was typed on another page, which is asked at once unless the assistant needs to know more first. */
function useHandedQuestion({ assistant, variables }: Props, send: (question: string) => boolean) {
  const [handed] = useState(() => takeHandedQuestion(assistant.id));
  const isReadyToAsk = handed !== '' && variables.length === 0;
  const isHandedOver = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the chat opens.
  useEffect(() => {
    if (!isReadyToAsk || isHandedOver.current) return;
    isHandedOver.current = true;
    send(handed);
  }, []);
  return { handed, isReadyToAsk };
}

/** Leaves the answer of another conversation, and follows the one that is being written in this. */
function useFollowedAnswer(
  conversationId: string | undefined,
  { turn, leave, resume }: ReturnType<typeof useTurn>,
  messages: Message[] | undefined,
  isFresh: boolean,
): void {
  // Another conversation was chosen: the server continues the answer without this page.
  useEffect(() => {
    if (turn && turn.conversationId !== conversationId && conversationId !== undefined) leave();
  }, [conversationId, turn, leave]);

  // The page was opened while an answer is being written: follow it.
  const last = messages?.at(-1);
  useEffect(() => {
    if (!isFresh || turn || last?.status !== 'streaming') return;
    void resume(messages?.at(-2) ?? null, last);
  }, [isFresh, turn, last, messages, resume]);
}

const noMessages: Message[] = [];

/** One conversation: its messages, the answer that grows, and the field to ask in. */
export function ChatPane(props: Props) {
  const { t } = useTranslation('chat');
  const { assistant, conversationId } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const { frame, content, isAway, jumpToEnd, leaveTop } = useFollowBottom();
  const { announcement, announce, silence } = useAnnouncement(assistant.name);
  const live = useTurn(announce);
  const { turn, regenerate, leave } = live;
  const isShown = turn && (conversationId === undefined || turn.conversationId === conversationId);
  const shownTurn = isShown ? turn : null;
  const { conversation, messages, branches, earlier } = useShownMessages(conversationId);
  const asking = useAsk(props, live, messages);
  const { pending, send, edit, askAgain, files } = asking;

  const { handed, isReadyToAsk } = useHandedQuestion(props, send);
  useFollowedAnswer(props.conversationId, live, messages, !conversation.isFetching);

  /** What was pressed goes away with what it did; on a touch screen the field would open the keyboard. */
  const focusField = useCallback(() => {
    if (window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an opened conversation is read from its end.
  useEffect(() => {
    jumpToEnd();
    silence();
    focusField();
  }, [conversationId, assistant.id, conversation.isSuccess, jumpToEnd]);

  const askOffered = (question: string) => {
    if (send(question)) focusField();
  };

  const onRegenerate = useCallback(
    (question: Message | null, answer: Message) => {
      jumpToEnd();
      focusField();
      void regenerate(question, answer);
    },
    [regenerate, jumpToEnd, focusField],
  );

  const latestEdit = useRef(edit);
  latestEdit.current = edit;
  const onEdit = useCallback<typeof edit>(
    (question, text) => {
      const taken = latestEdit.current(question, text);
      if (taken) focusField();
      return taken;
    },
    [focusField],
  );

  const isDraft = conversationId === undefined && !shownTurn && pending === null;
  const followed = findAnswerToFollow(shownTurn || pending !== null ? undefined : messages);
  const opener = messages?.[0]?.role === 'assistant' ? '' : assistant.opener;
  const missing = conversation.isError && [404, 410].includes(conversation.error.status);
  return (
    <Flex
      pos="relative"
      flex={1}
      direction="column"
      miw={0}
      mih={0}
      {...(assistant.flow ? {} : takeDrops(files.add))}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={frame} className={classes.scroll} aria-label={t('messages.log')} tabIndex={0}>
        <div ref={content} className={classes.content}>
          {isDraft && opener === '' && <NothingAsked assistant={assistant} />}
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
          {(messages || shownTurn || isDraft || pending !== null) && (
            <MessageList
              assistant={assistant}
              opener={opener}
              messages={messages ?? noMessages}
              branches={branches}
              earlier={earlier}
              mailedAt={conversation.data?.mailedAt ?? null}
              turn={shownTurn}
              pendingQuestion={shownTurn ? null : pending}
              onOpenCitation={props.onOpenCitation}
              onRegenerate={onRegenerate}
              onEdit={onEdit}
              onMore={leaveTop}
              onReconnect={live.reconnect}
              onAskAgain={() => void askAgain()}
              onGiveUp={leave}
            />
          )}
          {followed && (
            <FollowUpQuestions
              conversationId={followed.conversationId}
              messageId={followed.id}
              onAsk={askOffered}
            />
          )}
          {isDraft && <SuggestedQuestions assistantId={assistant.id} onAsk={askOffered} />}
        </div>
      </section>
      <Box pos="relative" flex="none">
        {isAway && <JumpToLatest onClick={() => jumpToEnd('smooth')} />}
        {!missing && (
          <AskArea
            fieldRef={field}
            assistant={assistant}
            variables={props.variables}
            asking={asking}
            turn={shownTurn}
            initialText={isReadyToAsk ? '' : handed}
            onSend={(text) => {
              const sent = send(text);
              if (sent) jumpToEnd();
              return sent;
            }}
            onStop={() => {
              focusField();
              void live.stop();
            }}
          />
        )}
      </Box>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </Flex>
  );
}

function JumpToLatest({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <Button
      className={classes.jump}
      size="compact-sm"
      radius="xl"
      variant="default"
      leftSection={<IconArrowDown size={14} stroke={1.8} />}
      onClick={onClick}
    >
      {t('messages.latest')}
    </Button>
  );
}

/** Files may be dropped anywhere in the chat. */
function takeDrops(add: (files: File[]) => void) {
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      add([...event.dataTransfer.files]);
    },
  };
}

/** The last message, where it is an answer with sources: from those the next questions are taken. */
function findAnswerToFollow(messages: Message[] | undefined): Message | undefined {
  const last = messages?.at(-1);
  return last?.role === 'assistant' && last.status === 'complete' && last.citations.length > 0
    ? last
    : undefined;
}

function NothingAsked({ assistant }: { assistant: AssistantSummary }) {
  const { t } = useTranslation('chat');
  const { name, knowledgeBaseCount: count } = assistant;
  return (
    <EmptyState
      icon={IconMessageQuestion}
      title={assistant.general ? t('empty.askGeneralTitle') : t('empty.askTitle', { name })}
      text={count === 0 ? t('empty.askTextWithoutKnowledge') : t('empty.askText', { count })}
    />
  );
}

function MessageSkeleton() {
  const { t } = useTranslation('chat');
  return (
    <div role="status" aria-busy="true" aria-label={t('common.loading')}>
      <Group justify="flex-end" my="lg">
        <Skeleton height={42} width="55%" radius="lg" />
      </Group>
      <Skeleton height={28} width={28} mb="sm" />
      {['96%', '88%', '92%', '60%'].map((width) => (
        <Skeleton key={width} height={12} width={width} mb={10} />
      ))}
    </div>
  );
}
