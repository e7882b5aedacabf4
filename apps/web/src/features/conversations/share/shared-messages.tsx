import type { Citation, SharedConversation, SharedMessage } from '@lectern/contract';
import { Alert } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Answer } from '../answer/answer.tsx';
import { Question } from '../pane/question.tsx';
import type { AnswerView } from '../turn/answer-view.ts';

function viewShared(message: SharedMessage): AnswerView {
  return {
    id: message.id,
    text: message.content,
    status: message.status,
    phase: 'ended',
    citations: message.citations,
    tableAnswers: message.tableAnswers,
    conversationId: null,
    toolCalls: [],
    hitCount: null,
    step: null,
    node: null,
    support: message.support,
    reasoning: '',
    searchedQuestion: null,
    nothingFound: message.nothingFound,
    modelName: null,
    insteadOf: null,
    completionTokens: null,
    durationMs: null,
    errorMessage: null,
  };
}

type Props = {
  conversation: Pick<
    SharedConversation,
    'messages' | 'cut' | 'assistantName' | 'assistantAvatar' | 'showQuote'
  >;
  onOpenCitation?: (citation: Citation, all: Citation[]) => void;
};

const ignore = () => undefined;

/** Questions and answers behind a link, as the chat shows them, with nothing to be done to them. */
export function SharedMessages({ conversation, onOpenCitation = ignore }: Props) {
  const { t } = useTranslation('share');
  const { messages, cut, assistantName, assistantAvatar, showQuote } = conversation;
  return (
    <>
      {messages.map((message) =>
        message.role === 'user' ? (
          <Question key={message.id} text={message.content} label={t('question')} />
        ) : (
          <Answer
            key={message.id}
            view={viewShared(message)}
            name={assistantName}
            avatar={assistantAvatar}
            showQuote={showQuote}
            onOpenCitation={onOpenCitation}
          />
        ),
      )}
      {messages.length === 0 && !cut && (
        <Alert color="gray" role="note">
          {t('nothingLeft')}
        </Alert>
      )}
      {cut && (
        <Alert color="gray" role="note" icon={<IconEyeOff aria-hidden />}>
          {t('cut')}
        </Alert>
      )}
    </>
  );
}
