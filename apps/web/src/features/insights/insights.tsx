import { type Assistant, getAssistantInsights, type InsightAnswer, insightPeriods } from '@lectern/contract';
import { SegmentedControl, Stack } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { AnswerDrawer } from './answer-drawer.tsx';
import { CostlyAnswers } from './costly-answers.tsx';
import { InsightDays, InsightFigures } from './insight-figures.tsx';
import { QuestionGroups } from './question-groups.tsx';

type Props = {
  assistant: Assistant;
  days: number;
  onDays: (days: number) => void;
  /** What can be made of a question. */
  renderActions: (answer: InsightAnswer) => ReactNode;
  /** A way to a conversation of the reader's own. */
  renderLink: (conversationId: string) => ReactNode;
};

/** How an assistant does, and where it fails. */
export function Insights({ assistant, days, onDays, renderActions, renderLink }: Props) {
  const { t } = useTranslation('improve');
  const [opened, setOpened] = useState<string>();
  const query = useApiQuery(
    getAssistantInsights,
    { params: { assistantId: assistant.id }, query: { days } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <PageHeader
        title={t('insights.title')}
        description={t('insights.description')}
        actions={
          <SegmentedControl
            aria-label={t('insights.period')}
            data={insightPeriods.map((count) => ({
              value: String(count),
              label: t('insights.days', { count }),
            }))}
            value={String(days)}
            onChange={(value) => onDays(Number(value))}
          />
        }
      />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={4} height={120} />}>
        {(insights) =>
          insights.questions === 0 ? (
            <EmptyState icon={IconChartBar} title={t('insights.none')} text={t('insights.noneText')} />
          ) : (
            <Stack gap={0}>
              <InsightFigures insights={insights} />
              <InsightDays insights={insights} />
              <QuestionGroups assistantId={assistant.id} days={days} onOpen={setOpened} />
              <CostlyAnswers assistantId={assistant.id} days={days} onOpen={setOpened} />
            </Stack>
          )
        }
      </QueryBoundary>
      <AnswerDrawer
        assistantId={assistant.id}
        messageId={opened}
        onClose={() => setOpened(undefined)}
        renderActions={renderActions}
        renderLink={renderLink}
      />
    </>
  );
}
