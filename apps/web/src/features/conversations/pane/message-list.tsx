import {
  type AssistantSummary,
  type Citation,
  type ConversationWithMessages,
  deleteMessage,
  getConversation,
  type Message,
} from '@lectern/contract';
import { Button, Flex } from '@mantine/core';
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { Answer } from '../answer/answer.tsx';
import { AnswerActions } from '../answer/answer-actions.tsx';
import { MailOffer } from '../answer/mail-offer.tsx';
import { ExplanationDrawer } from '../explanation/explanation-drawer.tsx';
import { viewMessage, viewTurn } from '../turn/answer-view.ts';
import type { LiveTurn } from '../turn/use-turn.ts';
import classes from './messages.module.css';
import { Opener } from './opener.tsx';
import { Question, StoredQuestion } from './question.tsx';
import { TurnFailure } from './turn-failure.tsx';
import { useDrawnMessages } from './use-drawn-messages.ts';
import type { EarlierMessages } from './use-shown-messages.ts';

type Props = {
  assistant: AssistantSummary;
  opener: string;
  messages: Message[];
  /** Messages of which there are several versions. */
  branches: ConversationWithMessages['branches'];
  earlier: EarlierMessages;
  /** When the conversation was last mailed to the assistant's creator. */
  mailedAt: string | null;
  turn: LiveTurn | null;
  /** Typed, while its conversation is being made. */
  pendingQuestion: string | null;
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
  onRegenerate: (question: Message | null, answer: Message) => void;
  onEdit: (question: Message, content: string) => boolean;
  onReconnect: () => void;
  onAskAgain: () => void;
  onGiveUp: () => void;
  /** Called before messages are put above those that are drawn. */
  onMore: () => void;
};

export function MessageList(props: Props) {
  const { assistant, messages, turn } = props;
  // The contract keeps no reasoning: what was seen of it stays readable until the page is left.
  const reasonings = useRef(new Map<string, string>());
  if (turn?.answer && turn.reasoning !== '') reasonings.current.set(turn.answer.id, turn.reasoning);

  const unsentEdits = useRef(new Map<string, string>());
  if (turn?.answer) unsentEdits.current.clear();

  const liveIds = new Set([turn?.question?.id, turn?.answer?.id, ...(turn?.hiddenIds ?? [])]);
  const stored = messages.filter((message) => !liveIds.has(message.id));
  // Hundreds of messages are told in moments between others; what must not be done meanwhile is refused all the same.
  const busy = useDeferredValue(turn !== null);
  const { undrawn } = useDrawnMessages(stored, props.onMore);
  const { earlier } = props;
  const versionsOf = ({ id }: Message) =>
    props.branches.find(({ messageId }) => messageId === id)?.versionIds;
  const [explained, setExplained] = useState<Message | null>(null);
  const lastAnswerId = turn ? null : stored.findLast((message) => message.role === 'assistant')?.id;
  return (
    <>
      {(earlier.exist || undrawn > 0) && <Earlier {...earlier} loading={earlier.loading || undrawn > 0} />}
      {props.opener !== '' && !earlier.exist && undrawn === 0 && (
        <Opener name={assistant.name} avatar={assistant.avatar} text={props.opener} />
      )}
      {stored.slice(undrawn).map((message, at) => {
        const index = undrawn + at;
        return message.role === 'user' ? (
          <StoredQuestion
            key={message.id}
            question={message}
            versionIds={versionsOf(message)}
            busy={busy}
            onEdit={props.onEdit}
            unsentEdits={unsentEdits.current}
          />
        ) : (
          <StoredAnswer
            key={message.id}
            assistant={assistant}
            message={message}
            question={stored[index - 1]?.role === 'user' ? (stored[index - 1] ?? null) : null}
            reasoning={reasonings.current.get(message.id) ?? ''}
            versionIds={versionsOf(message)}
            busy={busy}
            isLast={message.id === lastAnswerId && index === stored.length - 1}
            isMailed={props.mailedAt !== null && props.mailedAt >= message.createdAt}
            onOpenCitation={props.onOpenCitation}
            onRegenerate={props.onRegenerate}
            onExplain={setExplained}
          />
        );
      })}
      {props.pendingQuestion !== null && <Question text={props.pendingQuestion} />}
      {turn && (
        <>
          {(turn.typedQuestion !== '' || turn.question) && (
            <Question
              key={turn.question?.id}
              text={turn.question?.content ?? turn.typedQuestion}
              files={turn.question?.files}
              documents={turn.question?.documents}
            />
          )}
          <Answer
            key={turn.answer?.id}
            view={viewTurn(turn)}
            name={assistant.name}
            avatar={assistant.avatar}
            showQuote={assistant.showQuote}
            onOpenCitation={props.onOpenCitation}
            failure={turn.failure !== null && <TurnFailure {...props} turn={turn} />}
          />
        </>
      )}
      <ExplanationDrawer
        answer={
          explained && {
            conversationId: explained.conversationId,
            messageId: explained.id,
            text: explained.content,
          }
        }
        onClose={() => setExplained(null)}
      />
    </>
  );
}

function Earlier({ loading, load }: EarlierMessages) {
  const { t } = useTranslation('share');
  return (
    <Flex justify="center" py={8} className={classes.earlier}>
      <Button size="compact-sm" variant="subtle" loading={loading} onClick={load}>
        {t('earlier')}
      </Button>
    </Flex>
  );
}

type StoredProps = {
  assistant: AssistantSummary;
  message: Message;
  question: Message | null;
  reasoning: string;
  versionIds: string[] | undefined;
  busy: boolean;
  isLast: boolean;
  /** The conversation was mailed after this answer. */
  isMailed: boolean;
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
  onRegenerate: (question: Message | null, answer: Message) => void;
  onExplain: (answer: Message) => void;
};

/** Hundreds of them stand above an answer that grows: none is drawn again for it. */
const StoredAnswer = memo(function StoredAnswer(props: StoredProps) {
  const { t } = useTranslation('chat');
  const { assistant, message, question, versionIds, busy, isLast, isMailed, onRegenerate, onExplain } = props;
  const view = useMemo(() => viewMessage(message, props.reasoning), [message, props.reasoning]);
  const { mutateAsync: remove } = useApiMutation(deleteMessage, {
    invalidates: [getConversation],
    handlesError: true,
  });
  const askToDelete = useCallback(() => {
    const asked = question?.content ?? '';
    openConfirmModal({
      title: t('messages.deleteTitle'),
      text: t('messages.deleteText', { question: asked.length > 120 ? `${asked.slice(0, 120)}…` : asked }),
      confirmLabel: t('messages.deleteConfirm'),
      onConfirm: () => remove({ params: { conversationId: message.conversationId, messageId: message.id } }),
    });
  }, [t, question, message, remove]);
  // The opener is no answer: nothing asked for it.
  const actions = useMemo(
    () =>
      question && (
        <>
          {message.nothingFound && assistant.mailSupport && (isLast || isMailed) && (
            <MailOffer conversationId={message.conversationId} isSent={isMailed} />
          )}
          <AnswerActions
            view={view}
            answer={message}
            versionIds={versionIds}
            busy={busy}
            onDelete={askToDelete}
            onExplain={() => onExplain(message)}
            onRegenerate={isLast ? () => onRegenerate(question, message) : undefined}
          />
        </>
      ),
    [
      view,
      askToDelete,
      versionIds,
      busy,
      isLast,
      isMailed,
      onRegenerate,
      onExplain,
      question,
      message,
      assistant.mailSupport,
    ],
  );
  return (
    <Answer
      view={view}
      name={assistant.name}
      avatar={assistant.avatar}
      showQuote={assistant.showQuote}
      onOpenCitation={props.onOpenCitation}
      actions={actions}
    />
  );
});
