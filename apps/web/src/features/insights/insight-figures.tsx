import type { AssistantInsights } from '@lectern/contract';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayBars } from '../../ui/display/day-bars.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { useDayText } from '../../ui/format/use-day-text.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';

type Props = { insights: AssistantInsights };

/** The figures of the period. */
export function InsightFigures({ insights }: Props) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const share = (count: number): ReactNode => (
    <>
      {format.percent(count / insights.questions)}{' '}
      <Text span size="xs" fw={400} c="dimmed">
        {format.number(count)}
      </Text>
    </>
  );
  const time = (value: number | null) => (value === null ? '–' : format.duration(value));
  return (
    <Facts
      layout="figures"
      mb="lg"
      items={[
        [t('insights.questions'), format.number(insights.questions)],
        [t('insights.answered'), share(insights.answered)],
        [t('insights.reasons.unanswered'), share(insights.unanswered)],
        [t('insights.reasons.unsourced'), share(insights.unsourced)],
        insights.curated > 0 && [t('insights.curated'), share(insights.curated)],
        insights.failed > 0 && [t('insights.reasons.failed'), share(insights.failed)],
        [t('insights.ratedUp'), format.number(insights.ratedUp)],
        [t('insights.ratedDown'), format.number(insights.ratedDown)],
        [t('insights.support'), insights.support === null ? '–' : format.percent(insights.support)],
        [t('insights.firstToken'), time(insights.medianFirstTokenMs)],
        [t('insights.median'), time(insights.medianMs)],
        [t('insights.slow'), time(insights.slowMs)],
        [t('insights.tokens'), format.number(insights.tokens)],
        insights.cost !== null && [t('insights.cost'), format.smallMoney(insights.cost, insights.currency)],
      ]}
    />
  );
}

/** The questions of each day. */
export function InsightDays({ insights }: Props) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const dayText = useDayText();
  const buckets = insights.days.map((day) => ({ ...day, from: day.day, to: day.day }));
  return (
    <SectionCard title={t('insights.byDay')}>
      <DayBars
        buckets={buckets}
        series={[
          {
            key: 'answered',
            label: t('insights.answered'),
            color: 'var(--part-1)',
            read: ({ answered }) => answered,
          },
          {
            key: 'notAnswered',
            label: t('insights.notAnswered'),
            color: 'var(--part-bad)',
            read: ({ notAnswered }) => notAnswered,
          },
        ]}
        show={(value) => format.number(value)}
        showOnAxis={(value) => format.number(value)}
        label={t('insights.byDayLabel', {
          questions: format.number(insights.questions),
          answered: format.number(insights.answered),
          days: dayText.range(insights),
        })}
      />
    </SectionCard>
  );
}
