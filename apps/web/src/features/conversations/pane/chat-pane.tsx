import {
  type Assistant,
  type AssistantSummary,
  type Citation,
  createConversation,
  getConversation,
  listConversations,
  type Message,
} from '@lectern/contract';
import { Box, Button, Flex, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconMessageQuestion } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQueryOptions, useApiMutation } from '../../../api/queries.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { plainText } from '../answer/markdown-blocks.ts';
import { FollowUpQuestions } from '../ask/follow-up-questions.tsx';
import { takeHandedQuestion } from '../ask/handed-question.ts';
import { SuggestedQuestions } from '../ask/suggested-questions.tsx';
import { useConversationFiles } from '../files/use-conversation-files.ts';
import { useNamedDocuments } from '../named/use-named-documents.ts';
import { useTurn } from '../turn/use-turn.ts';
import classes from './chat-pane.module.css';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { PromptDetails } from './prompt-details.tsx';
import { useFollowBottom } from './use-follow-bottom.ts';
import { usePromptDetails } from './use-prompt-details.ts';
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

/** A question that is sent, which creates the conversation where there is none yet. */
function useAsk(
  props: Props,
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

  function send(content: string): boolean {
    if (turn || create.isPending || !details.check()) return false;
    const last = messages?.at(-1);
    // What the person sees is what the question follows, whatever another tab shows.
    const parentId = last?.role === 'assistant' ? last.id : undefined;
    const documentIds = named.documents.map(({ id }) => id);
    const question = { content, parentId, variables: details.values, fileIds: files.readyIds, documentIds };
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
    void ask(askedIn, { content, parentId, variables: details.values, fileIds, documentIds }, left);
    return true;
  }

  /** Asks again what may not have arrived; looks first whether it did. */
  async function askAgain(): Promise<void> {
    if (!turn) return;
    const { typedQuestion: content, conversationId: askedIn, fileIds, documentIds } = turn;
    const known = new Set(messages?.map(({ id }) => id));
    const options = apiQueryOptions(getConversation, { params: { conversationId: askedIn } });
    const stored = await client.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined);
    leave();
    const arrived = stored?.messages.some((message) => !known.has(message.id) && message.content === content);
    if (!arrived) void ask(askedIn, { content, variables: details.values, fileIds, documentIds });
  }

  return { pending, send, edit, askAgain, details, files, named };
}

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
  const { pending, send, edit, askAgain, details, files, named } = useAsk(props, live, messages);

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
    <Flex pos="relative" flex={1} direction="column" miw={0} mih={0} {...takeDrops(files.add)}>
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
        {isAway && (
          <Button
            className={classes.jump}
            size="compact-sm"
            radius="xl"
            variant="default"
            leftSection={<IconArrowDown size={14} stroke={1.8} />}
            onClick={() => jumpToEnd('smooth')}
          >
            {t('messages.latest')}
          </Button>
        )}
        {!missing && (
          <Composer
            fieldRef={field}
            assistant={assistant}
            initialText={isReadyToAsk ? '' : handed}
            streaming={shownTurn !== null && shownTurn.phase !== 'ended'}
            mayStop={Boolean(shownTurn?.answer)}
            onSend={(text) => {
              const sent = send(text);
              if (sent) jumpToEnd();
              return sent;
            }}
            onStop={() => {
              focusField();
              void live.stop();
            }}
            files={files}
            named={named}
            above={<PromptDetails variables={props.variables} {...details.fields} />}
          />
        )}
      </Box>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </Flex>
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
