import { Anchor, Box, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import type { ComparedAnswer } from './use-answer-runs.ts';

const pageSize = 25;
const filters = ['all', 'wrong', 'better', 'worse'] as const;

/** The answers of a run, and what is right or wrong about each. */
export function AnswerTable({ answers }: { answers: ComparedAnswer[] }) {
  const { t } = useTranslation('improve');
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const [page, setPage] = useState(1);
  const rows = answers.filter(({ change, outcome }) => {
    if (filter === 'all') return true;
    return filter === 'wrong' ? outcome?.right === false : change === filter;
  });
  const columns: Column<ComparedAnswer>[] = [
    {
      key: 'question',
      header: t('insights.question'),
      card: 'title',
      width: '30%',
      render: ({ question, refusal, facts, outcome }) => (
        <Stack gap={2}>
          <LongText lines={3} fw={550}>
            {question}
          </LongText>
          {refusal && (
            <Text size="xs" c="dimmed">
              {t('evaluation.expectsRefusal')}
            </Text>
          )}
          {facts.map((fact, place) => (
            <Text
              key={fact}
              size="xs"
              c={outcome && !outcome.facts[place] ? 'var(--danger)' : 'dimmed'}
              className="break-anywhere"
            >
              {outcome?.facts[place] ? '✓' : '✗'} {fact}
            </Text>
          ))}
        </Stack>
      ),
    },
    {
      key: 'answer',
      header: t('curated.answer'),
      render: (answer) => <GivenAnswer answer={answer} />,
    },
    {
      key: 'verdict',
      header: t('evaluation.verdict'),
      width: 190,
      render: ({ outcome, change }) => (
        <Group gap={6}>
          {outcome && (
            <StatusBadge tone={outcome.right ? 'success' : 'danger'}>
              {t(outcome.right ? 'evaluation.isRight' : 'evaluation.isWrong')}
            </StatusBadge>
          )}
          {change !== 'same' && (
            <StatusBadge tone={change === 'better' ? 'success' : 'warning'}>
              {t(`evaluation.changes.${change}`)}
            </StatusBadge>
          )}
          {outcome?.sources === false && (
            <StatusBadge tone="warning">{t('evaluation.otherSource')}</StatusBadge>
          )}
        </Group>
      ),
    },
  ];
  return (
    <Stack gap="sm">
      <Box>
        <SegmentedControl
          size="xs"
          aria-label={t('evaluation.show')}
          data={filters.map((value) => ({ value, label: t(`evaluation.filters.${value}`) }))}
          value={filter}
          onChange={(value) => {
            setFilter(value as (typeof filters)[number]);
            setPage(1);
          }}
        />
      </Box>
      {rows.length === 0 ? (
        <Text c="dimmed">{t('evaluation.noneShown')}</Text>
      ) : (
        <DataTable
          label={t('evaluation.answers')}
          columns={columns}
          rows={rows.slice((page - 1) * pageSize, page * pageSize)}
          rowKey={({ question }) => question}
          rowLabel={({ question }) => question}
          paging={{ page, pageSize, total: rows.length, onPage: setPage }}
        />
      )}
    </Stack>
  );
}

function GivenAnswer({ answer: { outcome, before, change } }: { answer: ComparedAnswer }) {
  const { t } = useTranslation('improve');
  const [open, setOpen] = useState(false);
  if (!outcome) return <Text c="dimmed">–</Text>;
  if (outcome.error)
    return (
      <Text size="sm" c="var(--danger)" className="break-anywhere">
        {outcome.error.message}
      </Text>
    );
  return (
    <Stack gap={4} align="flex-start">
      {open ? (
        <Markdown text={outcome.answer} />
      ) : (
        <Text size="sm" lineClamp={3} className="break-anywhere">
          {outcome.answer}
        </Text>
      )}
      {outcome.cited.length > 0 && (
        <Text size="xs" c="dimmed" className="break-anywhere">
          {outcome.cited
            .map(({ documentName, page }) =>
              page === null ? documentName : `${documentName}, ${t('page', { page })}`,
            )
            .join(' · ')}
        </Text>
      )}
      {open && change !== 'same' && before && (
        <Text size="xs" c="dimmed" className="break-anywhere">
          {t('evaluation.before', { answer: before.answer })}
        </Text>
      )}
      <Anchor component="button" type="button" size="xs" onClick={() => setOpen(!open)}>
        {open ? t('insights.fewer') : t('evaluation.whole')}
      </Anchor>
    </Stack>
  );
}
