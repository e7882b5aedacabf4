import type { ResponseOf, RetrievalHit, retrieve } from '@lectern/contract';
import { Box, Skeleton, Stack, Text } from '@mantine/core';
import { IconTarget } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TableAnswerCard } from '../../ui/display/table-answer.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { HitCard } from './hit-card.tsx';
import classes from './retrieval-test.module.css';
import type { RankChange } from './test-settings.ts';

export type Outcome =
  | { state: 'running' }
  | { state: 'done'; result: ResponseOf<typeof retrieve> }
  | { state: 'failed'; error: unknown };

/** A hit, or a row behind what was computed. */
export type OpenedPassage = Pick<
  RetrievalHit,
  'documentId' | 'documentName' | 'page' | 'boxes' | 'charRange'
>;

type ResultsColumnProps = {
  outcome: Outcome;
  changes: Map<string, RankChange> | undefined;
  heading: string | undefined;
  onRetry: () => void;
  onOpen: (hit: OpenedPassage) => void;
  hitAction: ((hit: RetrievalHit) => ReactNode) | undefined;
};

export function ResultsColumn({ outcome, changes, heading, onRetry, onOpen, hitAction }: ResultsColumnProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const milliseconds = (value: number) => format.duration(value < 10 ? Number(value.toFixed(1)) : value);

  function renderHead(result: ResponseOf<typeof retrieve>) {
    const { took, hits } = result;
    const parts = [
      t('testing.tookEmbedding', { time: milliseconds(took.embedding) }),
      t('testing.tookSearch', { time: milliseconds(took.search) }),
      ...(result.settings.rerankModelId !== null
        ? [t('testing.tookRerank', { time: milliseconds(took.rerank) })]
        : []),
    ];
    return (
      <Box mb={12} role="status">
        <Text component="h2" size="md" fw={600} m={0}>
          {heading && `${heading} · `}
          {t('testing.hits', { count: hits.length, time: milliseconds(took.total) })}
        </Text>
        <Text size="xs" c="dimmed">
          {parts.join(' · ')}
        </Text>
      </Box>
    );
  }

  if (outcome.state === 'failed') return <ErrorState error={outcome.error} onRetry={onRetry} />;
  if (outcome.state === 'running')
    return (
      <Stack gap="sm" role="status" aria-label={t('testing.running')}>
        <Skeleton h={36} w="50%" />
        <Skeleton h={164} />
        <Skeleton h={164} />
        <Skeleton h={164} />
      </Stack>
    );
  return (
    <section aria-label={heading ?? t('testing.results')}>
      {renderHead(outcome.result)}
      {outcome.result.tableAnswers.map((answer) => (
        <TableAnswerCard
          key={answer.query.tableId}
          answer={answer}
          onOpen={(source) =>
            onOpen({ ...source, documentId: answer.documentId, documentName: answer.documentName })
          }
        />
      ))}
      {outcome.result.hits.length === 0 && outcome.result.tableAnswers.length === 0 && (
        <EmptyState
          icon={IconTarget}
          title={t('testing.noHits')}
          text={t('testing.noHitsHint')}
          headingOrder={3}
        />
      )}
      <ol className={classes.hits}>
        {outcome.result.hits.map((hit, index) => (
          <HitCard
            key={hit.chunkId}
            hit={hit}
            rank={index + 1}
            change={changes?.get(hit.chunkId)}
            onOpen={onOpen}
            action={hitAction?.(hit)}
          />
        ))}
      </ol>
    </section>
  );
}
