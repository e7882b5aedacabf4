import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import type { UsageKind } from '../filters/usage-view.ts';
import { useCost } from '../use-cost.ts';
import type { Bucket } from './day-buckets.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 1,200,000 → “1.2M”: for the axis of a chart, whose exact numbers are shown elsewhere. */
function formatCompact(value: number): string {
  return compact.format(value);
}

export type Series = {
  key: 'answered' | 'failed' | 'prompt' | 'completion' | 'embedding' | 'cost';
  label: string;
  /** A variable of the chart's style sheet. */
  color: string;
  read: (bucket: Bucket) => number;
};

export type Measure = 'requests' | 'tokens' | 'cost';

/** What the chart and its table show for each day: the parts, and how their numbers are written. */
export function useDaySeries(measure: Measure, currency: string) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const cost = useCost(currency);
  const lists: Record<Measure, Series[]> = {
    requests: [
      {
        key: 'answered',
        label: t('chart.answered'),
        color: 'var(--part-1)',
        // An answer may fail after midnight, on a day with fewer questions.
        read: ({ requests, failed }) => Math.max(0, requests - failed),
      },
      { key: 'failed', label: t('totals.failed'), color: 'var(--part-bad)', read: ({ failed }) => failed },
    ],
    tokens: [
      {
        key: 'prompt',
        label: t('totals.prompt'),
        color: 'var(--part-1)',
        read: ({ promptTokens }) => promptTokens,
      },
      {
        key: 'completion',
        label: t('totals.completion'),
        color: 'var(--part-2)',
        read: ({ completionTokens }) => completionTokens,
      },
      {
        key: 'embedding',
        label: t('totals.embedding'),
        color: 'var(--part-3)',
        read: ({ embeddingTokens }) => embeddingTokens,
      },
    ],
    cost: [{ key: 'cost', label: t('totals.cost'), color: 'var(--part-1)', read: (bucket) => bucket.cost }],
  };
  return {
    series: lists[measure],
    show: measure === 'cost' ? cost : (value: number) => format.number(value),
    showOnAxis: (value: number) => formatCompact(value),
  };
}

export function measureOf(kind: UsageKind, measure: 'cost' | undefined): Measure {
  return kind === 'tokens' ? (measure ?? 'tokens') : 'requests';
}
