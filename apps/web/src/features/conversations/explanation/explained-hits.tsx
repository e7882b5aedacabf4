import type { AnswerExplanation, HitOutcome } from '@lectern/contract';
import { Box, Flex, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { plainText } from '../answer/markdown-blocks.ts';
import { ExplanationSection } from './explanation-section.tsx';

type Hit = AnswerExplanation['hits'][number];

const tones: Record<HitOutcome, Tone> = {
  cited: 'success',
  given: 'neutral',
  irrelevant: 'warning',
  no_room: 'warning',
  below_threshold: 'neutral',
  beyond_top_n: 'neutral',
};

type Props = Pick<AnswerExplanation, 'hits' | 'gradedBy'>;

/** Each passage that was found, with its scores and what became of it. */
export function ExplainedHits({ hits, gradedBy }: Props) {
  const { t } = useTranslation('chat');
  return (
    <ExplanationSection
      title={t('explanation.passages', { count: hits.length })}
      note={gradedBy && t(`explanation.graded.${gradedBy}`)}
    >
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {hits.map((hit) => (
          <ExplainedHit key={hit.chunkId} hit={hit} />
        ))}
      </Stack>
    </ExplanationSection>
  );
}

function ExplainedHit({ hit }: { hit: Hit }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const scores = [
    t('explanation.score', { value: format.number(hit.score) }),
    t('explanation.keywordScore', { value: format.number(hit.keywordScore) }),
    t('explanation.vectorScore', { value: format.number(hit.vectorScore) }),
    hit.rerankScore === null ? null : t('explanation.rerankScore', { value: format.number(hit.rerankScore) }),
  ].filter((text) => text !== null);
  const place = [
    hit.page === null ? null : t('citations.page', { page: hit.page }),
    ...hit.headingPath,
  ].filter((part) => part !== null);
  return (
    <Box component="li" fz="sm">
      <Flex gap={8} align="center" wrap="wrap">
        <StatusBadge tone={tones[hit.outcome]}>{t(`explanation.outcomes.${hit.outcome}`)}</StatusBadge>
        <Text span size="sm" fw={600} className="break-anywhere">
          {hit.documentName}
        </Text>
        {place.length > 0 && (
          <Text span size="xs" c="dimmed" className="break-anywhere">
            {place.join(' › ')}
          </Text>
        )}
      </Flex>
      <Text size="sm" mt={4} lineClamp={2} className="break-anywhere">
        {plainText(hit.text)}
      </Text>
      <Text size="xs" mt={2} c="dimmed" className="numeric">
        {scores.join(' · ')}
      </Text>
    </Box>
  );
}
