import type { Citation } from '@lectern/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconPlayerStop, IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerBody } from '../../features/conversations/answer/answer-body.tsx';
import { CitationProvider } from '../../features/conversations/citations/citation-context.tsx';
import type { Search } from '../../features/searches/use-search.ts';
import { TableAnswerCard } from '../../ui/display/table-answer.tsx';
import classes from './search.module.css';

type Props = {
  search: Search;
  onOpen: (citation: Citation, all: Citation[]) => void;
  onOpenRow: (documentId: string) => void;
  onStop: () => void;
};

/** What the passages found say to the question, as it is written; its place is kept free from the beginning. */
export function Summary({ search, onOpen, onOpenRow, onStop }: Props) {
  const { t } = useTranslation(['search', 'chat']);
  const [all, setAll] = useState(false);
  const { phase, text, citations, support, tableAnswers, summary } = search;
  const growing = phase === 'searching' || phase === 'writing';
  if (!growing && text === '' && tableAnswers.length === 0 && !summary?.error) return null;
  const supported = support?.statements.filter(({ status }) => status === 'supported').length ?? 0;
  const checked = support?.statements.length ?? 0;
  const Shield = supported === checked ? IconShieldCheck : IconShieldExclamation;
  return (
    <section className={classes.summary} aria-label={t('search:summary')} aria-busy={growing}>
      <Group justify="space-between" mih={28} mb={6} wrap="nowrap">
        <Text component="h2" fz="sm" fw={600} m={0}>
          {t('search:summary')}
        </Text>
        {growing && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconPlayerStop size={13} aria-hidden />}
            onClick={onStop}
          >
            {t('search:stop')}
          </Button>
        )}
      </Group>
      <div className={classes.summaryText} data-all={all || undefined}>
        <CitationProvider citations={citations} shown pending={growing} onOpen={onOpen}>
          {text === '' && growing && (
            <Text c="dimmed" fz="sm" role="status">
              {t(phase === 'searching' ? 'search:searching' : 'search:writing')}
            </Text>
          )}
          {tableAnswers.map((answer) => (
            <TableAnswerCard
              key={answer.query.tableId}
              answer={answer}
              onOpen={() => onOpenRow(answer.documentId)}
            />
          ))}
          {text !== '' && <AnswerBody text={text} growing={growing} support={support} />}
          {summary?.error && (
            <Text c="var(--danger)" fz="sm" role="alert">
              {t('search:summaryFailed', { reason: summary.error.message })}
            </Text>
          )}
        </CitationProvider>
      </div>
      <Button
        className={classes.unfold}
        size="compact-xs"
        variant="subtle"
        mt={4}
        aria-expanded={all}
        onClick={() => setAll(!all)}
      >
        {all ? t('search:foldSummary') : t('search:unfoldSummary')}
      </Button>
      {!growing && (
        <Box className={classes.account}>
          {checked > 0 && (
            <span>
              <Shield size={14} stroke={1.7} aria-hidden />
              {supported === checked
                ? t('chat:support.all', { count: checked })
                : t('chat:support.some', { supported, count: checked })}
            </span>
          )}
          {summary?.modelName && (
            <span className="break-anywhere">
              {summary.modelName.startsWith('built-in/') ? t('chat:form.builtInName') : summary.modelName}
            </span>
          )}
        </Box>
      )}
    </section>
  );
}
