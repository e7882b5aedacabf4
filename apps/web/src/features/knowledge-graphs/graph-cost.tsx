import type { KnowledgeGraph } from '@lectern/contract';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { useGraphEstimate } from './use-graph.ts';

/** What a build would ask of a model before it begins, and what all builds have asked so far. */
export function GraphCost({ graph }: { graph: KnowledgeGraph }) {
  const { t } = useTranslation('graph');
  const format = useFormat();
  const { data } = useGraphEstimate(graph.knowledgeBaseId, graph);
  const { usage } = graph;
  const used = {
    calls: format.number(usage.calls),
    tokens: format.number(usage.promptTokens + usage.completionTokens),
  };
  return (
    <SectionCard title={t('estimate.title')}>
      <Stack gap={6}>
        {!data && <Skeleton h={20} w="70%" />}
        {data && (
          <Text>
            {data.newChunks === 0
              ? t('estimate.nothing')
              : t('estimate.new', {
                  count: data.newChunks,
                  shown: format.number(data.newChunks),
                  total: format.number(data.chunks),
                })}
          </Text>
        )}
        {data?.work.builtIn && (
          <Text size="sm" c="dimmed">
            {t('estimate.builtIn')}
          </Text>
        )}
        {data && !data.work.builtIn && data.newChunks > 0 && (
          <Text>
            {t('estimate.model', {
              model: data.work.modelName,
              calls: format.number(data.work.calls),
              tokens: format.number(data.work.promptTokens + data.work.completionTokens),
            })}{' '}
            {data.work.cost === null
              ? t('estimate.noPrice')
              : t('estimate.cost', { cost: format.money(data.work.cost, data.currency) })}
          </Text>
        )}
        {usage.calls > 0 && (
          <Text size="sm" c="dimmed">
            {usage.cost === null
              ? t('estimate.usedUnpriced', used)
              : t('estimate.used', { ...used, cost: format.money(usage.cost, usage.currency) })}
          </Text>
        )}
      </Stack>
    </SectionCard>
  );
}
