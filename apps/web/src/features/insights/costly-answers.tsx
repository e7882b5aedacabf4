import { type CostlyAnswer, listCostlyAnswers } from '@lectern/contract';
import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';

type Props = { assistantId: string; days: number; onOpen: (messageId: string) => void };

/** The answers that took longest, or cost most. */
export function CostlyAnswers({ assistantId, days, onOpen }: Props) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const modelName = useModelName();
  const [by, setBy] = useState<'time' | 'price'>('time');
  const query = useApiQuery(
    listCostlyAnswers,
    { params: { assistantId }, query: { days, by } },
    { placeholderData: keepPreviousData },
  );
  const time = (value: number | null) => (value === null ? '–' : format.duration(value));
  const priced = query.data?.items.some(({ cost }) => cost !== null);
  const columns: Column<CostlyAnswer>[] = [
    {
      key: 'question',
      header: t('insights.question'),
      card: 'title',
      render: ({ messageId, question, source, modelName: name }) => (
        <>
          <Anchor
            component="button"
            type="button"
            ta="left"
            size="sm"
            className="break-anywhere"
            lineClamp={2}
            onClick={() => onOpen(messageId)}
          >
            {question}
          </Anchor>
          <Text size="xs" c="dimmed">
            {[
              name !== null && modelName({ builtIn: name.startsWith('built-in/'), type: 'chat', name }),
              source !== 'app' && t(`insights.from.${source}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'first',
      header: t('insights.toFirstToken'),
      width: 140,
      align: 'right',
      render: ({ firstTokenMs }) => <span className="numeric">{time(firstTokenMs)}</span>,
    },
    {
      key: 'total',
      header: t('insights.total'),
      width: 110,
      align: 'right',
      render: ({ durationMs }) => <span className="numeric">{time(durationMs)}</span>,
    },
    {
      key: 'tokens',
      header: t('insights.tokens'),
      width: 110,
      align: 'right',
      render: ({ tokens }) => <span className="numeric">{format.number(tokens)}</span>,
    },
    ...(priced
      ? [
          {
            key: 'cost',
            header: t('insights.cost'),
            width: 110,
            align: 'right' as const,
            render: ({ cost }: CostlyAnswer) => (
              <span className="numeric">
                {cost === null ? '–' : format.smallMoney(cost, query.data?.currency ?? '')}
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <SectionCard
      title={t('insights.costly')}
      action={
        <SegmentedControl
          size="xs"
          aria-label={t('insights.costly')}
          data={[
            { value: 'time', label: t('insights.slowest') },
            { value: 'price', label: t('insights.mostExpensive') },
          ]}
          value={by}
          onChange={(value) => setBy(value as 'time' | 'price')}
        />
      }
    >
      <QueryBoundary query={query} skeleton={<SkeletonList rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('insights.noCostly')}</Text>
          ) : (
            <DataTable
              label={t('insights.costly')}
              columns={columns}
              rows={items}
              rowKey={({ messageId }) => messageId}
              rowLabel={({ question }) => question}
            />
          )
        }
      </QueryBoundary>
    </SectionCard>
  );
}
