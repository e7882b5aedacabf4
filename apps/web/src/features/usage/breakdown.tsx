import type { UsageReport } from '@lectern/contract';
import { Box, Button, SegmentedControl, Select, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/display/data-table.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { groupKey } from './filters/usage-filters.tsx';
import type { UsagePart } from './filters/usage-parts.ts';
import { filterOf, type UsageGroup, type UsageSort } from './filters/usage-view.ts';
import classes from './usage.module.css';
import { useGroupColumns } from './use-group-columns.tsx';
import { type Group, useGroupName } from './use-group-name.ts';
import { pageSize } from './use-usage.ts';

type Props = UsagePart & {
  report: UsageReport;
  /** The rows of another breakdown are under way. */
  pending: boolean;
};

/** Who and what the use comes from. A name narrows everything to it. */
export function Breakdown({ kind, scope, shown, report, pending, onChange }: Props) {
  const { t } = useTranslation('usage');
  const { groups, groupBy, sort, page, ownOnly } = shown;
  const { items, total } = report.groups;
  const client = useQueryClient();
  const groupName = useGroupName();
  const columns = useGroupColumns({
    kind,
    groupBy,
    sort: sort.key,
    report,
    onChoose: (group: Group) => {
      if (group.id === null) return;
      client.setQueryData(groupKey(scope, groupBy, group.id), group);
      onChange({ [filterOf[groupBy]]: group.id, groupBy: undefined });
    },
  });
  const choices = groups.map((group) => ({ value: group, label: t(`groups.${group}`) }));
  const choose = (group: string | null) => group !== null && onChange({ groupBy: group as UsageGroup });
  return (
    <section className={classes.groups}>
      <div className={classes.groupsHead}>
        <div>
          <Title order={2} size="h3">
            {t('groups.title')}
          </Title>
          <Box component="p" mt={4} mx={0} mb={0} c="dimmed">
            {ownOnly && groupBy === 'account' ? t('groups.own') : t('groups.text')}
          </Box>
        </div>
        {choices.length > 1 && (
          <SegmentedControl
            visibleFrom="sm"
            aria-label={t('groups.by')}
            data={choices}
            value={groupBy}
            onChange={choose}
          />
        )}
        {/* On a phone there is no room for all of them, and no heads of columns to sort by. */}
        <Select
          hiddenFrom="sm"
          w="100%"
          label={t('groups.by')}
          allowDeselect={false}
          data={choices}
          value={groupBy}
          onChange={choose}
        />
        <Select
          hiddenFrom="sm"
          w="100%"
          label={t('groups.sortBy')}
          allowDeselect={false}
          data={columns.flatMap(({ sortKey, header }) =>
            sortKey === undefined ? [] : [{ value: sortKey, label: header }],
          )}
          value={sort.key}
          onChange={(key) => onChange({ sort: key as UsageSort, order: undefined })}
        />
      </div>
      {items.length > 0 ? (
        <DataTable
          label={t('groups.list')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id ?? ''}
          rowLabel={(group) => groupName(groupBy, group).text}
          sort={sort}
          onSort={({ key, direction }) => onChange({ sort: key as UsageSort, order: direction })}
          paging={{ page, pageSize, total, onPage: (next) => onChange({ page: next }) }}
        />
      ) : pending ? (
        <SkeletonList rows={5} />
      ) : total > 0 ? (
        <div>
          <p>{t('groups.beyond')}</p>
          <Button variant="default" onClick={() => onChange({ page: undefined })}>
            {t('groups.toFirst')}
          </Button>
        </div>
      ) : (
        <Box component="p" mt={4} mx={0} mb={0} c="dimmed">
          {t('groups.none')}
        </Box>
      )}
    </section>
  );
}
