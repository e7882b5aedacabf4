import {
  type InsightGroup,
  type InsightReason,
  insightReasons,
  listInsightQuestions,
} from '@lectern/contract';
import { Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';

const pageSize = 20;

type Props = { assistantId: string; days: number; onOpen: (messageId: string) => void };

/** Questions that were not answered well, those that are alike in one row. */
export function QuestionGroups({ assistantId, days, onOpen }: Props) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const [reason, setReason] = useState<InsightReason>();
  const [page, setPage] = useState(1);
  const query = useApiQuery(
    listInsightQuestions,
    { params: { assistantId }, query: { days, ...(reason ? { reason } : {}) } },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<InsightGroup>[] = [
    {
      key: 'question',
      header: t('insights.question'),
      card: 'title',
      render: (group) => <GroupQuestions group={group} onOpen={onOpen} />,
    },
    {
      key: 'count',
      header: t('insights.count'),
      width: 110,
      align: 'right',
      render: ({ count }) => <span className="numeric">{format.number(count)}</span>,
    },
    {
      key: 'reasons',
      header: t('insights.why'),
      width: '26%',
      render: ({ reasons }) => <Reasons reasons={reasons} />,
    },
    {
      key: 'last',
      header: t('insights.lastAsked'),
      width: 150,
      render: ({ lastAskedAt }) => (
        <Text size="sm" c="dimmed">
          {format.relative(lastAskedAt)}
        </Text>
      ),
    },
  ];
  return (
    <SectionCard
      title={t('insights.poor')}
      description={t('insights.poorText')}
      action={
        <Select
          aria-label={t('insights.why')}
          placeholder={t('insights.anyReason')}
          clearable
          w={230}
          data={insightReasons.map((value) => ({ value, label: t(`insights.reasons.${value}`) }))}
          value={reason ?? null}
          onChange={(value) => {
            setReason((value as InsightReason | null) ?? undefined);
            setPage(1);
          }}
        />
      }
    >
      <QueryBoundary query={query} skeleton={<SkeletonList rows={4} />}>
        {({ items, truncated }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('insights.noPoor')}</Text>
          ) : (
            <Stack gap="xs">
              {truncated && (
                <Text size="sm" c="dimmed">
                  {t('insights.truncated')}
                </Text>
              )}
              <DataTable
                label={t('insights.poor')}
                columns={columns}
                rows={items.slice((page - 1) * pageSize, page * pageSize)}
                rowKey={({ items: [first] }) => first?.messageId ?? ''}
                rowLabel={({ question }) => question}
                paging={{ page, pageSize, total: items.length, onPage: setPage }}
              />
            </Stack>
          )
        }
      </QueryBoundary>
    </SectionCard>
  );
}

export function Reasons({ reasons }: { reasons: readonly InsightReason[] }) {
  const { t } = useTranslation('improve');
  return (
    <Group gap={6}>
      {reasons.map((reason) => (
        <StatusBadge
          key={reason}
          tone={reason === 'failed' || reason === 'rated_down' ? 'danger' : 'warning'}
        >
          {t(`insights.reasons.${reason}`)}
        </StatusBadge>
      ))}
    </Group>
  );
}

/** The example, and on demand the others. */
function GroupQuestions({ group, onOpen }: { group: InsightGroup; onOpen: (messageId: string) => void }) {
  const { t } = useTranslation('improve');
  const [all, setAll] = useState(false);
  const [first, ...others] = group.items;
  const more = group.items.length - 1;
  return (
    <Stack gap={4} align="flex-start">
      {[first, ...(all ? others : [])].map(
        (item, place) =>
          item && (
            <div key={item.messageId}>
              <Anchor
                component="button"
                type="button"
                ta="left"
                fw={place === 0 ? 550 : 400}
                size="sm"
                className="break-anywhere"
                lineClamp={2}
                onClick={() => onOpen(item.messageId)}
              >
                {item.question}
              </Anchor>
              {item.source !== 'app' && (
                <Text size="xs" c="dimmed">
                  {t(`insights.from.${item.source}`)}
                </Text>
              )}
            </div>
          ),
      )}
      {more > 0 && (
        <Anchor component="button" type="button" size="xs" c="dimmed" onClick={() => setAll(!all)}>
          {all ? t('insights.fewer') : t('insights.alike', { count: more })}
        </Anchor>
      )}
    </Stack>
  );
}
