import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import classes from '../usage.module.css';
import { usageCalls } from '../usage-calls.ts';
import { type Group, useGroupName } from '../use-group-name.ts';
import type { UsagePart } from './usage-parts.ts';
import { addDays } from './usage-range.ts';
import { filterOf, type UsageGroup, type UsageKind, type UsageScope, usageGroups } from './usage-view.ts';

/** Where the name of what was chosen in the breakdown is kept for its chip. */
export function groupKey(scope: UsageScope, groupBy: UsageGroup, id: string) {
  return ['usageGroup', scope, groupBy, id] as const;
}

/** What all is narrowed to; each can be taken away. A company has its field. */
export function UsageFilterChips({ kind, scope, view, shown, onChange }: UsagePart) {
  const { t } = useTranslation('usage');
  const chosen = usageGroups.flatMap((groupBy) => {
    const id = view[filterOf[groupBy]];
    return id === undefined || groupBy === 'company' ? [] : [{ groupBy, id }];
  });
  if (chosen.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('filters.label')}>
      {chosen.map(({ groupBy, id }) => (
        <li key={groupBy}>
          <Chip
            {...{ kind, scope, groupBy, id }}
            today={shown.days.to}
            onRemove={() => onChange({ [filterOf[groupBy]]: undefined, groupBy })}
          />
        </li>
      ))}
    </ul>
  );
}

type ChipProps = {
  kind: UsageKind;
  scope: UsageScope;
  groupBy: UsageGroup;
  id: string;
  today: string;
  onRemove: () => void;
};

function Chip({ kind, scope, groupBy, id, today, onRemove }: ChipProps) {
  const { t } = useTranslation('usage');
  const groupName = useGroupName();
  // After a click the name is known; an address that was sent needs a look into a year of the ledger.
  const { data, isError } = useQuery({
    queryKey: groupKey(scope, groupBy, id),
    queryFn: async ({ signal }): Promise<Group | null> => {
      const { groups } = await callApi(usageCalls[scope][kind].report, {
        query: { from: addDays(today, -365), to: today, [filterOf[groupBy]]: id, groupBy, pageSize: 1 },
        signal,
      });
      return groups.items[0] ?? null;
    },
    enabled: groupBy !== 'source',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const name =
    groupBy === 'source'
      ? t(`sources.${id as 'app'}`)
      : data
        ? groupName(groupBy, data).text
        : data === null || isError
          ? t('filters.unnamed')
          : '…';
  const text = t('filters.chip', { what: t(`groups.${groupBy}`), name });
  return (
    <Button
      variant="light"
      size="compact-md"
      maw="100%"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={t('filters.remove', { name: text })}
      onClick={onRemove}
    >
      <LongText>{text}</LongText>
    </Button>
  );
}
