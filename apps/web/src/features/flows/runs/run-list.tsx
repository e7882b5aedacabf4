import {
  type FlowRunSummary,
  flowRunSources,
  flowRunStates,
  listFlowRuns,
  listFlowVersions,
} from '@lectern/contract';
import { ActionIcon, Box, Group, Pagination, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconListDetails, IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import { RunFacts } from '../run/run-facts.tsx';
import classes from '../run/run-panel.module.css';

const pageSize = 20;

type Filter = Pick<Parameters<typeof useRuns>[1], 'search' | 'state' | 'source' | 'version' | 'page'>;

function useRuns(
  flowId: string,
  query: {
    search: string | undefined;
    state: FlowRunSummary['state'] | undefined;
    source: FlowRunSummary['source'] | undefined;
    version: 'draft' | number | undefined;
    page: number;
  },
) {
  return useApiQuery(
    listFlowRuns,
    { params: { flowId }, query: { ...query, pageSize } },
    { placeholderData: keepPreviousData },
  );
}

const everything: Filter = {
  search: undefined,
  state: undefined,
  source: undefined,
  version: undefined,
  page: 1,
};

/** The runs of a flow: what was asked and answered, how it went, and the way to the trace. */
export function RunList({
  flowId,
  onOpen,
  onClose,
}: {
  flowId: string;
  onOpen: (runId: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['flows', 'shell']);
  const [filter, setFilter] = useState<Filter>(everything);
  const query = useRuns(flowId, filter);
  const isFiltered = Object.entries(filter).some(([key, value]) => key !== 'page' && value !== undefined);
  return (
    <div className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" p="sm" className={classes.head}>
        <Text component="h2" fw={620} m={0}>
          {t('runs.title')}
        </Text>
        <ActionIcon aria-label={t('shell:actions.close')} onClick={onClose}>
          <IconX size={17} />
        </ActionIcon>
      </Group>
      <Filters flowId={flowId} filter={filter} onChange={setFilter} />
      <Box px="sm" pb="sm" className={classes.scroll}>
        <QueryBoundary query={query} skeleton={<SkeletonText lines={6} />}>
          {({ items, total }) =>
            items.length === 0 ? (
              <EmptyState
                headingOrder={3}
                icon={IconListDetails}
                title={t(isFiltered ? 'runs.noneFound' : 'runs.none')}
                text={t(isFiltered ? 'runs.noneFoundHint' : 'runs.noneHint')}
              />
            ) : (
              <>
                <Stack component="ul" className="plain-list" gap={0} m={0} p={0}>
                  {items.map((run) => (
                    <li key={run.id}>
                      <RunRow run={run} onOpen={() => onOpen(run.id)} />
                    </li>
                  ))}
                </Stack>
                {total > pageSize && (
                  <Pagination
                    mt="sm"
                    size="sm"
                    value={filter.page}
                    onChange={(page) => setFilter({ ...filter, page })}
                    total={Math.ceil(total / pageSize)}
                    getItemProps={(item) => ({ 'aria-label': t('list.page', { page: item }) })}
                    withControls={false}
                  />
                )}
              </>
            )
          }
        </QueryBoundary>
      </Box>
    </div>
  );
}

function Filters({
  flowId,
  filter,
  onChange,
}: {
  flowId: string;
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const { t } = useTranslation('flows');
  const versions = useApiQuery(listFlowVersions, { params: { flowId }, query: { pageSize: 200 } });
  const set = (changes: Partial<Filter>) => onChange({ ...filter, ...changes, page: 1 });
  const common = { size: 'xs', clearable: true } as const;
  return (
    <Stack gap={6} p="sm">
      <SearchInput
        size="xs"
        label={t('runs.search')}
        value={filter.search}
        onChange={(search) => set({ search })}
      />
      <Group gap={6} grow preventGrowOverflow={false} wrap="nowrap">
        <Select
          {...common}
          aria-label={t('runs.state')}
          placeholder={t('runs.state')}
          data={flowRunStates.map((state) => ({ value: state, label: t(`runs.states.${state}`) }))}
          value={filter.state ?? null}
          onChange={(state) => set({ state: (state ?? undefined) as Filter['state'] })}
        />
        <Select
          {...common}
          aria-label={t('runs.version')}
          placeholder={t('runs.version')}
          data={[
            { value: 'draft', label: t('list.draft') },
            ...(versions.data?.items ?? []).map(({ number }) => ({
              value: String(number),
              label: t('versions.number', { number }),
            })),
          ]}
          value={filter.version === undefined ? null : String(filter.version)}
          onChange={(version) =>
            set({ version: version === null ? undefined : version === 'draft' ? 'draft' : Number(version) })
          }
        />
        <Select
          {...common}
          aria-label={t('runs.source')}
          placeholder={t('runs.source')}
          data={flowRunSources.map((source) => ({ value: source, label: t(`runs.sources.${source}`) }))}
          value={filter.source ?? null}
          onChange={(source) => set({ source: (source ?? undefined) as Filter['source'] })}
        />
      </Group>
    </Stack>
  );
}

function RunRow({ run, onOpen }: { run: FlowRunSummary; onOpen: () => void }) {
  const { t } = useTranslation('flows');
  return (
    <UnstyledButton className={classes.run} onClick={onOpen}>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Text span size="sm" fw={600} truncate>
          {run.onlyNode === null ? run.question || t('runs.noMessage') : t('runs.oneNode')}
        </Text>
        <Text span size="xs" c="dimmed" className="nowrap">
          <FormattedDate at={run.startedAt} style="relative" />
        </Text>
      </Group>
      {(run.error || run.answer !== '') && (
        <Text size="xs" c={run.error ? 'red' : 'dimmed'} lineClamp={2}>
          {run.error?.message ?? run.answer}
        </Text>
      )}
      <RunFacts run={run} />
    </UnstyledButton>
  );
}
