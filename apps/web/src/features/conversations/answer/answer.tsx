import type { Citation } from '@lectern/contract';
import { Box, Flex } from '@mantine/core';
import { IconAlertTriangle, IconPlayerStop } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { TableAnswerCard } from '../../../ui/display/table-answer.tsx';
import { CitationProvider } from '../citations/citation-context.tsx';
import { CitedDocuments } from '../citations/cited-documents.tsx';
import classes from '../pane/messages.module.css';
import type { AnswerView } from '../turn/answer-view.ts';
import { AnswerBody } from './answer-body.tsx';
import { AnswerProgress } from './answer-progress.tsx';
import { containsTable } from './contains-table.ts';
import { formatRowCitation } from './format-row-citation.ts';
import { Reasoning } from './reasoning.tsx';
import { ToolCalls } from './tool-calls.tsx';

type Props = {
  view: AnswerView;
  name: string;
  avatar: string | null;
  showQuote: boolean;
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
  /** What can be done with the answer; shown below it. */
  actions?: ReactNode;
  /** A failure of the connection, with its remedy. */
  failure?: ReactNode;
};

/** One answer: progress while it grows, its text with citations, the documents cited, and how it ended. */
export const Answer = memo(function Answer(props: Props) {
  const { t } = useTranslation('chat');
  const { view, name, showQuote } = props;
  const growing = view.phase !== 'ended';
  return (
    <article className={classes.answer} aria-label={name} aria-busy={growing}>
      <div className={classes.avatar}>
        <InitialAvatar name={name} photo={props.avatar} size={28} square />
      </div>
      <Box flex={1} miw={0}>
        <Flex align="center" mih={28} mb={4} fz="sm" fw={600}>
          {name}
        </Flex>
        {view.reasoning !== '' && <Reasoning text={view.reasoning} thinking={growing && view.text === ''} />}
        {view.searchedQuestion && (
          <Box component="p" mt={0} mx={0} mb={8} c="dimmed" fz="sm">
            {t('messages.searchedFor', { question: view.searchedQuestion })}
          </Box>
        )}
        {!growing && view.nothingFound && view.modelName !== null && (
          <Box component="p" mt={0} mx={0} mb={8} c="dimmed" fz="sm">
            {t('messages.nothingFound')}
          </Box>
        )}
        {view.toolCalls.length > 0 && <ToolCalls view={view} />}
        <CitationProvider
          citations={view.citations}
          shown={showQuote}
          pending={growing}
          onOpen={props.onOpenCitation}
        >
          {view.text !== '' && (
            <AnswerBody text={view.text} growing={view.status !== 'complete'} support={view.support} />
          )}
          {view.tableAnswers.map((answer) => (
            <TableAnswerCard
              key={answer.number}
              answer={answer}
              {...(showQuote ? { number: answer.number } : {})}
              resultSaid={containsTable(view.text, answer.rows.length)}
              onOpen={(source) => {
                const all = answer.sources.map((row) => formatRowCitation(answer, row));
                const opened = all.find(({ chunkId }) => chunkId === source.chunkId);
                if (opened) props.onOpenCitation(opened, all);
              }}
            />
          ))}
          {growing && <AnswerProgress view={view} />}
          <EndMark view={view} />
          {props.failure}
          {showQuote && !growing && <CitedDocuments />}
        </CitationProvider>
        {view.insteadOf && (
          <Box component="p" mt={8} mx={0} mb={0} c="dimmed" fz="xs" title={view.insteadOf.reason}>
            {t('messages.insteadOf', { model: view.modelName, other: view.insteadOf.modelName })}
          </Box>
        )}
        {props.actions}
      </Box>
    </article>
  );
});

function EndMark({ view }: { view: AnswerView }) {
  const { t } = useTranslation('chat');
  if (view.phase !== 'ended') return null;
  if (view.status === 'stopped')
    return (
      <p className={classes.mark}>
        <IconPlayerStop size={14} stroke={1.7} aria-hidden />
        {t('messages.stopped')}
      </p>
    );
  if (view.status === 'interrupted')
    return (
      <p className={classes.mark} data-kind="warning">
        <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
        {t('messages.interrupted')} {view.errorMessage}
      </p>
    );
  if (view.status === 'failed')
    return (
      <p className={classes.mark} data-kind="danger" role="alert">
        <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
        {view.errorMessage
          ? t('messages.failed', { reason: view.errorMessage })
          : t('messages.failedUnknown')}
      </p>
    );
  return null;
}
