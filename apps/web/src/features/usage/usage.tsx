import { Button } from '@mantine/core';
import { IconChartBar, IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { Breakdown } from './breakdown.tsx';
import { DayCard } from './days/day-card.tsx';
import { UsageFilterChips } from './filters/usage-filters.tsx';
import { UsageToolbar } from './filters/usage-toolbar.tsx';
import {
  filterOf,
  isFiltered,
  type UsageKind,
  type UsageScope,
  type UsageView,
} from './filters/usage-view.ts';
import { Totals } from './totals.tsx';
import classes from './usage.module.css';
import { useShownUsage, useUsage } from './use-usage.ts';

const noFilters = {
  companyId: undefined,
  accountId: undefined,
  assistantId: undefined,
  flowId: undefined,
  modelId: undefined,
  source: undefined,
};

type Props = {
  kind: UsageKind;
  scope: UsageScope;
  view: UsageView;
  /** `narrowed`: a step that the browser's way back undoes; all else takes the place of what was. */
  onView: (view: UsageView, narrowed?: boolean) => void;
};

/** Questions or tokens, of a company or the platform: sums, days and a breakdown. Texts: the namespace `usage`. */
export function Usage({ kind, scope, view, onView }: Props) {
  const { t } = useTranslation('usage');
  const shown = useShownUsage(kind, scope, view);
  const query = useUsage(kind, scope, view, shown);
  const change = (changes: Partial<UsageView>) => {
    const narrowed = Object.values(filterOf).some((filter) => filter in changes);
    onView({ ...view, page: undefined, ...changes }, narrowed);
  };
  const parts = { kind, scope, view, shown, onChange: change };
  return (
    <>
      <UsageToolbar {...parts} />
      <UsageFilterChips {...parts} />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={3} height={150} />}>
        {(report) => {
          const { requests, failed, modelCalls } = report.totals;
          if (requests + failed + (kind === 'tokens' ? modelCalls : 0) === 0)
            return isFiltered(view) ? (
              <EmptyState
                icon={IconZoomQuestion}
                title={t('empty.filteredTitle')}
                text={t('empty.filteredText')}
                action={
                  <Button variant="default" onClick={() => change(noFilters)}>
                    {t('filters.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState icon={IconChartBar} title={t(`empty.${kind}Title`)} text={t(`empty.${kind}Text`)} />
            );
          return (
            <div className={classes.report} data-old={query.isPlaceholderData || undefined}>
              <Totals kind={kind} report={report} />
              <DayCard kind={kind} report={report} view={view} onView={onView} />
              <Breakdown {...parts} report={report} pending={query.isPlaceholderData} />
            </div>
          );
        }}
      </QueryBoundary>
    </>
  );
}
