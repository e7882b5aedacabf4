import type { UsageReport } from '@lectern/contract';
import { Anchor } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { FormattedNumber } from '../../ui/format/formatted.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { countTokens } from './count-tokens.ts';
import type { UsageGroup, UsageKind, UsageSort } from './filters/usage-view.ts';
import classes from './usage.module.css';
import { useCost } from './use-cost.ts';
import { type Group, useGroupName } from './use-group-name.ts';

type Settings = {
  kind: UsageKind;
  groupBy: UsageGroup;
  sort: UsageSort;
  report: UsageReport;
  onChoose: (group: Group) => void;
};

/** The columns of the breakdown: those that matter for questions, or for tokens. */
export function useGroupColumns({ kind, groupBy, sort, report, onChoose }: Settings): Column<Group>[] {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const cost = useCost(report.currency);
  const { totals } = report;
  const cramped = useMediaQuery('(min-width: 48.01em) and (max-width: 80em)');

  const number = (
    key: string,
    header: string,
    width: number,
    read: (group: Group) => number,
    sortKey?: UsageSort,
  ) => ({
    key,
    header,
    width,
    sortKey,
    align: 'right' as const,
    render: (group: Group) => <FormattedNumber value={read(group)} />,
  });
  const share = (header: string, read: (group: Group) => number, all: number): Column<Group> => ({
    key: 'share',
    header,
    align: 'right',
    width: 116,
    render: (group) => <Share share={all > 0 ? Math.min(1, read(group) / all) : 0} />,
  });
  const name: Column<Group> = {
    key: 'name',
    header: t(`groups.${groupBy}`),
    sortKey: 'name',
    card: 'title',
    render: (group) => <Name groupBy={groupBy} group={group} onChoose={onChoose} />,
  };
  if (kind === 'requests')
    return [
      name,
      number('requests', t('totals.requests'), 112, ({ requests }) => requests, 'requests'),
      share(t('groups.share'), ({ requests }) => requests, totals.requests),
      number('failed', t('totals.failed'), 92, ({ failed }) => failed),
      {
        key: 'duration',
        header: t('groups.duration'),
        width: 148,
        align: 'right',
        render: ({ averageDurationMs: time }) => (
          <span className="numeric">{time === 0 ? '–' : format.duration(time)}</span>
        ),
      },
    ];
  return [
    name,
    // Between a phone and a wide window there is room for their sum alone.
    ...(cramped
      ? []
      : [
          number('prompt', t('totals.prompt'), 104, ({ promptTokens }) => promptTokens),
          number('completion', t('totals.completion'), 98, ({ completionTokens }) => completionTokens),
          number('embedding', t('totals.embedding'), 104, ({ embeddingTokens }) => embeddingTokens),
        ]),
    number('tokens', t('totals.tokens'), 116, countTokens, 'tokens'),
    sort === 'cost'
      ? share(t('groups.shareOfCost'), (group) => group.cost, totals.cost)
      : share(t('groups.share'), countTokens, countTokens(totals)),
    {
      key: 'cost',
      header: t('totals.cost'),
      width: 88,
      sortKey: 'cost',
      align: 'right',
      render: (group) => <span className="numeric">{cost(group.cost)}</span>,
    },
  ];
}

function Name({
  groupBy,
  group,
  onChoose,
}: {
  groupBy: UsageGroup;
  group: Group;
  onChoose: (group: Group) => void;
}) {
  const { text, missing } = useGroupName()(groupBy, group);
  const shown = (
    <LongText lines={2} className={missing ? classes.missing : undefined}>
      {text}
    </LongText>
  );
  if (group.id === null) return shown;
  return (
    <Anchor
      component="button"
      type="button"
      c="inherit"
      fw={550}
      className={classes.name}
      onClick={() => onChoose(group)}
    >
      {shown}
    </Anchor>
  );
}

function Share({ share }: { share: number }) {
  const format = useFormat();
  return (
    <span className={classes.share}>
      <span className={classes.shareBar} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="numeric">{format.percent(share)}</span>
    </span>
  );
}
