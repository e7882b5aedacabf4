import type { UsageFigures, UsageReport } from '@lectern/contract';
import { Box, VisuallyHidden } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDayText } from '../../ui/format/use-day-text.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { countTokens } from './count-tokens.ts';
import { daysBefore } from './filters/usage-range.ts';
import type { UsageKind } from './filters/usage-view.ts';
import classes from './usage.module.css';
import { useCost } from './use-cost.ts';

type Total = {
  key:
    | 'requests'
    | 'perDay'
    | 'failed'
    | 'duration'
    | 'tokens'
    | 'prompt'
    | 'completion'
    | 'embedding'
    | 'cost';
  read: (figures: UsageFigures) => number;
  show: (value: number) => string;
  note?: string;
  /** More of it is bad news. */
  bad?: boolean;
};

/** The sums of the range, each held against the days before. */
export function Totals({ kind, report }: { kind: UsageKind; report: UsageReport }) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const cost = useCost(report.currency);
  const dayText = useDayText();
  const { totals, previous, days } = report;
  const whole = (value: number) => format.number(value);
  const lists: Record<UsageKind, Total[]> = {
    requests: [
      { key: 'requests', read: ({ requests }) => requests, show: whole },
      {
        key: 'perDay',
        read: ({ requests }) => requests / days.length,
        show: (value) => format.number(value),
      },
      {
        key: 'failed',
        read: ({ failed }) => failed,
        show: whole,
        note: totals.requests > 0 ? format.percent(Math.min(1, totals.failed / totals.requests)) : undefined,
        bad: true,
      },
      {
        key: 'duration',
        read: ({ averageDurationMs }) => averageDurationMs,
        show: (value) => (value === 0 ? '–' : format.duration(value)),
      },
    ],
    tokens: [
      { key: 'tokens', read: countTokens, show: whole },
      { key: 'prompt', read: ({ promptTokens }) => promptTokens, show: whole },
      { key: 'completion', read: ({ completionTokens }) => completionTokens, show: whole },
      { key: 'embedding', read: ({ embeddingTokens }) => embeddingTokens, show: whole },
      { key: 'cost', read: (figures) => figures.cost, show: cost },
    ],
  };
  return (
    <section aria-label={t('totals.label')}>
      <dl className={classes.totals}>
        {lists[kind].map(({ key, read, show, note, bad }) => (
          <div key={key} className={classes.total}>
            <dt>{t(`totals.${key}`)}</dt>
            <dd>
              <span className={`${classes.value} numeric`}>{show(read(totals))}</span>
              {note !== undefined && <span className={`${classes.note} numeric`}> {note}</span>}
            </dd>
            <dd>
              <Change now={read(totals)} before={read(previous)} bad={bad} />
            </dd>
          </div>
        ))}
      </dl>
      <Box component="p" mt={8} mx={0} mb={24} c="dimmed" fz="xs">
        {t('totals.compared', { days: dayText.range(daysBefore(report)) })}
      </Box>
    </section>
  );
}

function Change({ now, before, bad = false }: { now: number; before: number; bad?: boolean }) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  if (before === 0)
    return <span className={classes.change}>{t(now === 0 ? 'totals.same' : 'totals.new')}</span>;
  const change = (now - before) / before;
  const share = format.percent(Math.abs(change));
  if (Math.abs(change) < 0.0005) return <span className={classes.change}>{t('totals.same')}</span>;
  const Arrow = change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={`${classes.change} numeric`} data-bad={(bad && change > 0) || undefined}>
      <Arrow size={14} stroke={1.8} aria-hidden />
      <span aria-hidden>{share}</span>
      <VisuallyHidden>{t(change > 0 ? 'totals.more' : 'totals.less', { share })}</VisuallyHidden>
    </span>
  );
}
