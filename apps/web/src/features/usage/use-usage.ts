import { levels, type UsageReport } from '@lectern/contract';
import { useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { type Days, dayOf, resolveDays } from './filters/usage-range.ts';
import {
  filterOf,
  readFilters,
  type UsageGroup,
  type UsageKind,
  type UsageScope,
  type UsageView,
  usageGroups,
} from './filters/usage-view.ts';
import { usageCalls } from './usage-calls.ts';

export const pageSize = 25;

/** What the screen shows, with everything that the address leaves open filled in. */
export type ShownUsage = {
  days: Days;
  timezone: string;
  groups: readonly UsageGroup[];
  groupBy: UsageGroup;
  sort: { key: NonNullable<UsageView['sort']>; direction: 'asc' | 'desc' };
  page: number;
  /** Of other people one learns only the sum. */
  ownOnly: boolean;
};

export function useShownUsage(kind: UsageKind, scope: UsageScope, view: UsageView): ShownUsage {
  const { timezone, level, company } = useMe();
  // Alone in one's company, one's own is everyone's.
  const ownOnly = level < levels.COMPANY && company.kind !== 'personal';
  // What everything is narrowed to already is nothing to break it down by.
  const groups = usageGroups.filter(
    (group) => (group !== 'company' || scope === 'admin') && view[filterOf[group]] === undefined,
  );
  // A breakdown by person that shows but oneself is no beginning.
  const first = groups.find((group) => group !== 'account' || !ownOnly) ?? groups[0] ?? 'source';
  const sort = view.sort ?? kind;
  return {
    days: resolveDays(view, dayOf(new Date(), timezone)),
    timezone,
    groups,
    groupBy: view.groupBy !== undefined && groups.includes(view.groupBy) ? view.groupBy : first,
    sort: { key: sort, direction: view.order ?? (sort === 'name' ? 'asc' : 'desc') },
    page: view.page ?? 1,
    ownOnly,
  };
}

/** The report; while the next one is under way the last stays, but for a breakdown by something else. */
export function useUsage(kind: UsageKind, scope: UsageScope, view: UsageView, shown: ShownUsage) {
  const { groupBy, sort, page, timezone, days } = shown;
  return useApiQuery(
    usageCalls[scope][kind].report,
    {
      query: {
        ...days,
        timezone,
        ...readFilters(view),
        groupBy,
        sort: sort.key,
        order: sort.direction,
        page,
        pageSize,
      },
    },
    {
      placeholderData: (
        previous: UsageReport | undefined,
        query: { queryKey: readonly unknown[] } | undefined,
      ) => {
        const before = query?.queryKey[1] as { query: { groupBy: UsageGroup } } | undefined;
        if (previous === undefined || before?.query.groupBy === groupBy) return previous;
        return { ...previous, groups: { ...previous.groups, items: [] } };
      },
    },
  );
}
