import { type Citation, getVisitorConversation, type Message, type Visit } from '@lectern/contract';
import { Box, Drawer, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { Answer } from '../answer/answer.tsx';
import { plainText } from '../answer/markdown-blocks.ts';
import { CitationPanel } from '../citations/citation-panel.tsx';
import chat from '../pane/chat-pane.module.css';
import { Composer } from '../pane/composer.tsx';
import { AwaitedForm, StartForm } from '../pane/flow-form.tsx';
import { Opener } from '../pane/opener.tsx';
import { PromptDetails } from '../pane/prompt-details.tsx';
import { Question } from '../pane/question.tsx';
import { TurnFailure } from '../pane/turn-failure.tsx';
import { useFollowBottom } from '../pane/use-follow-bottom.ts';
import { viewMessage, viewTurn } from '../turn/answer-view.ts';
import { visitorCalls } from '../turn/chat-calls.ts';
import { useTurn } from '../turn/use-turn.ts';
import { useVisitorAsk } from './use-visitor-ask.ts';
import classes from './visitor.module.css';
import { asksDetails, VisitorDetails } from './visitor-details.tsx';
import { VisitorFeedback } from './visitor-feedback.tsx';
import { VisitorSource } from './visitor-source.tsx';

type Opened = { citation: Citation; all: Citation[]; messageId: string | undefined };

type Props = {
  visit: Visit;
  /** Undefined: a conversation that begins with its first question. */
  conversationId: string | undefined;
  onCreated: (conversationId: string) => void;
  onVisitor: (visitor: Visit['visitor']) => void;
  /** Tells the page around. */
  onEvent: (name: 'question' | 'answer', detail: object) => void;
};

/** One conversation of a visitor. */
export function VisitorPane({ visit, conversationId, onCreated, onVisitor, onEvent }: Props) {
  const { t } = useTranslation(['visitor', 'chat']);
  const { widget } = visit;
  const field = useRef<HTMLTextAreaElement>(null);
  const { frame, content, jumpToEnd } = useFollowBottom();
  const [skipped, setSkipped] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const [opened, setOpened] = useState<Opened | null>(null);
  const conversation = useApiQuery(
    getVisitorConversation,
    { params: { conversationId: conversationId ?? '' } },
    { enabled: conversationId !== undefined },
  );
  const messages = conversationId === undefined ? undefined : conversation.data?.messages;
  const live = useTurn((answer) => {
    setAnnouncement(t('chat:messages.announceDone', { name: widget.title, text: plainText(answer.content) }));
    onEvent('answer', { text: answer.content });
  }, visitorCalls);
  const asking = useVisitorAsk(
    { visit, conversationId, messages, onCreated, onAsked: (text) => onEvent('question', { text }) },
    live,
  );
  const { resume } = live;
  const turn =
    live.turn && (conversationId === undefined || live.turn.conversationId === conversationId)
      ? live.turn
      : null;

  // The page was opened while an answer is being written: follow it.
  const last = messages?.at(-1);
  useEffect(() => {
    if (turn || conversation.isFetching || last?.status !== 'streaming') return;
    void resume(messages?.at(-2) ?? null, last);
  }, [turn, conversation.isFetching, last, messages, resume]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an opened conversation is read from its end.
  useEffect(() => jumpToEnd(), [conversationId, conversation.isSuccess, jumpToEnd]);

  const send = (text: string) => {
    const sent = asking.send(text);
    if (sent) jumpToEnd();
    return sent;
  };
  const liveIds = new Set([turn?.question?.id, turn?.answer?.id]);
  const stored = (messages ?? []).filter(({ id }) => !liveIds.has(id));
  const isNew = conversationId === undefined && !turn && asking.pending === null;
  const asksWho = isNew && !skipped && asksDetails(visit);
  const openCitation = useCallback(
    (messageId: string | undefined) => (citation: Citation, all: Citation[]) =>
      setOpened({ citation, all, messageId }),
    [],
  );
  return (
    <div className={classes.body}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={frame} className={chat.scroll} aria-label={t('chat:messages.log')} tabIndex={0}>
        <div ref={content} className={chat.content}>
          {widget.opener !== '' && (
            <Opener name={widget.title} avatar={widget.assistantAvatar} text={widget.opener} />
          )}
          {conversationId !== undefined && conversation.isPending && !turn && (
            <SkeletonList rows={3} height={70} />
          )}
          {conversation.isError && conversationId !== undefined && (
            <ErrorState error={conversation.error} onRetry={() => void conversation.refetch()} />
          )}
          {stored.map((message) =>
            message.role === 'user' ? (
              <Question key={message.id} text={message.content} />
            ) : (
              <StoredAnswer
                key={message.id}
                message={message}
                widget={widget}
                onOpenCitation={openCitation(message.id)}
              />
            ),
          )}
          {asking.pending !== null && !turn && <Question text={asking.pending} />}
          {turn && (
            <>
              <Question text={turn.question?.content ?? turn.typedQuestion} />
              <Answer
                key={turn.answer?.id}
                view={viewTurn(turn)}
                name={widget.title}
                avatar={widget.assistantAvatar}
                showQuote={widget.showQuote}
                onOpenCitation={openCitation(turn.answer?.id)}
                failure={
                  turn.failure !== null && (
                    <TurnFailure
                      turn={turn}
                      onReconnect={live.reconnect}
                      onAskAgain={asking.askAgain}
                      onGiveUp={live.leave}
                    />
                  )
                }
              />
            </>
          )}
          {asksWho && (
            <Box mt={20}>
              <VisitorDetails visit={visit} onDone={onVisitor} onSkip={() => setSkipped(true)} />
            </Box>
          )}
          {isNew && !asksWho && widget.suggestedQuestions.length > 0 && (
            <ul className={classes.suggestions} aria-label={t('chat:ask.suggestions')}>
              {widget.suggestedQuestions.map((question) => (
                <li key={question}>
                  <UnstyledButton className={classes.suggestion} onClick={() => send(question)}>
                    {question}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
      {!asksWho && (
        <Box flex="none" pt={4}>
          {asking.form.awaited && turn === null && asking.pending === null ? (
            <AwaitedForm form={asking.form} onSend={send} />
          ) : (
            <Composer
              plain
              placeholder={t('placeholder')}
              fieldRef={field}
              assistant={{ id: '', name: widget.title, general: false }}
              streaming={turn !== null && turn.phase !== 'ended'}
              mayStop={Boolean(turn?.answer)}
              onSend={send}
              onStop={() => void live.stop()}
              above={
                <>
                  <PromptDetails variables={widget.variables} {...asking.details.fields} />
                  <StartForm form={asking.form} />
                </>
              }
            />
          )}
        </Box>
      )}
      <p className={classes.foot}>{t('notice')}</p>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <SourceDrawer
        opened={opened}
        conversationId={conversationId}
        opensDocuments={widget.opensDocuments}
        onOpened={setOpened}
      />
    </div>
  );
}

type SourceProps = {
  opened: Opened | null;
  conversationId: string | undefined;
  opensDocuments: boolean;
  onOpened: (opened: Opened | null) => void;
};

/** The passage that a citation stands for. */
function SourceDrawer({ opened, conversationId, opensDocuments, onOpened }: SourceProps) {
  const { t } = useTranslation('chat');
  const answer =
    opened?.messageId !== undefined && conversationId !== undefined
      ? { conversationId, messageId: opened.messageId }
      : undefined;
  return (
    <Drawer.Root
      opened={opened !== null}
      onClose={() => onOpened(null)}
      position="right"
      size="min(560px, 100vw)"
      padding={0}
      classNames={{ content: classes.drawerContent, body: classes.drawerBody }}
      // The panel moves the focus in and back itself.
      returnFocus={false}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('citations.drawer')}>
        <Drawer.Body>
          {opened && (
            <CitationPanel
              citation={opened.citation}
              all={opened.all}
              onSelect={(citation) => onOpened({ ...opened, citation })}
              onClose={() => onOpened(null)}
              renderDocument={(citation) => (
                <VisitorSource citation={citation} answer={answer} opensDocuments={opensDocuments} />
              )}
            />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

type StoredProps = {
  message: Message;
  widget: Visit['widget'];
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
};

function StoredAnswer({ message, widget, onOpenCitation }: StoredProps) {
  const view = useMemo(() => viewMessage(message, ''), [message]);
  return (
    <Answer
      view={view}
      name={widget.title}
      avatar={widget.assistantAvatar}
      showQuote={widget.showQuote}
      onOpenCitation={onOpenCitation}
      actions={message.status === 'streaming' ? undefined : <VisitorFeedback answer={message} />}
    />
  );
}
