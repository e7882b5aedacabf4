import type { AuditEntry } from '@lectern/contract';
import { Box, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconHistory, IconZoomQuestion } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../display/data-table.tsx';
import { LongText } from '../display/long-text.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { QueryBoundary } from '../feedback/query-boundary.tsx';
import { SkeletonList } from '../feedback/skeletons.tsx';
import { DayRangeInput } from '../form/day-range-input.tsx';
import { SearchInput } from '../form/search-input.tsx';
import { FormattedDate } from '../format/formatted.tsx';
import { FilterBar } from '../layout/filter-bar.tsx';
import { AuditOutcomeBadge, AuditSentence } from './audit-sentence.tsx';

/** What the address says about the list. */
export type AuditView = { search?: string; from?: string; to?: string; page: number };

type Props = {
  query: UseQueryResult<{ items: AuditEntry[]; total: number }>;
  pageSize: number;
  view: AuditView;
  onView: (changes: Partial<AuditView>) => void;
  /** Whether the log is narrowed by what `filters` hold. */
  filtered?: boolean;
  /** Further filters, after the search and the days. */
  filters?: ReactNode;
  /** Shows everything again. */
  onClear: () => void;
  withCompany?: boolean;
};

/** Who changed what: the log with its search and days. Texts: the namespace `audit`. */
export function AuditLog({ query, pageSize, view, onView, filters, filtered, onClear, withCompany }: Props) {
  const { t } = useTranslation('audit');
  const narrowed = filtered || view.search !== undefined || view.from !== undefined;
  return (
    <>
      <FilterBar>
        <SearchInput
          label={t('search')}
          value={view.search}
          onChange={(search) => onView({ search, page: 1 })}
        />
        <DayRangeInput
          from={view.from}
          to={view.to}
          label={t('days')}
          placeholder={t('anyDay')}
          controls={{ previous: t('previousMonth'), next: t('nextMonth'), clear: t('clearDays') }}
          onChange={({ from, to }) => onView({ from, to, page: 1 })}
        />
        {filters}
      </FilterBar>
      <QueryBoundary query={query} skeleton={<SkeletonList rows={8} height={56} />}>
        {({ items, total }) =>
          items.length > 0 ? (
            <Entries
              entries={items}
              withCompany={withCompany}
              paging={{ page: view.page, pageSize, total, onPage: (page) => onView({ page }) }}
            />
          ) : narrowed || view.page > 1 ? (
            <EmptyState
              icon={IconZoomQuestion}
              title={t('noneFound')}
              text={t('noneFoundText')}
              action={
                <Button variant="default" onClick={onClear}>
                  {t('clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconHistory} title={t('none')} text={t('noneText')} />
          )
        }
      </QueryBoundary>
    </>
  );
}

function Entries({
  entries,
  withCompany = false,
  paging,
}: {
  entries: readonly AuditEntry[];
  withCompany?: boolean;
  paging: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
}) {
  const { t } = useTranslation('audit');
  const cramped = useMediaQuery('(min-width: 48.01em) and (max-width: 75em)');
  const renderTime = ({ at }: AuditEntry) => (
    <span className="nowrap">
      <FormattedDate at={at} style="dateTime" />
    </span>
  );
  const columns: Column<AuditEntry>[] = [
    {
      key: 'when',
      header: t('when'),
      width: 152,
      render: renderTime,
      inLine: renderTime,
    },
    { key: 'what', header: t('what'), card: 'title', render: (entry) => <AuditSentence entry={entry} /> },
    ...(withCompany
      ? [
          {
            key: 'company',
            header: t('company'),
            width: '22%',
            render: ({ companyName }: AuditEntry) => <LongText>{companyName ?? t('platform')}</LongText>,
            inLine: ({ companyName }: AuditEntry) => companyName ?? t('platform'),
          },
        ]
      : []),
    {
      key: 'from',
      header: t('from'),
      width: 124,
      render: ({ address }) => (
        <Box component="span" className="break-anywhere" c="dimmed" fz="sm">
          {address ?? '–'}
        </Box>
      ),
      inLine: ({ address }) => address ?? '–',
    },
    {
      key: 'outcome',
      header: t('outcome'),
      width: 112,
      render: (entry) => <AuditOutcomeBadge entry={entry} />,
      inLine: (entry) => <AuditOutcomeBadge entry={entry} />,
    },
  ];
  return (
    <DataTable
      fixed
      label={t('list')}
      columns={cramped ? columns.filter(({ key }) => key !== 'from') : columns}
      rows={entries}
      rowKey={({ id }) => id}
      rowLabel={({ action }) => action}
      paging={paging}
    />
  );
}
