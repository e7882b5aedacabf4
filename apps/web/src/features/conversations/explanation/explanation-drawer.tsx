import { type AnswerExplanation, explainAnswer } from '@lectern/contract';
import { Drawer, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { ExplainedHits } from './explained-hits.tsx';
import { ExplainedPrompt } from './explained-prompt.tsx';
import { ExplainedScope } from './explained-scope.tsx';
import { ExplainedSteps } from './explained-steps.tsx';
import { ExplainedSupport } from './explained-support.tsx';
import { ExplainedTools } from './explained-tools.tsx';
import { ExplanationSection } from './explanation-section.tsx';

type Props = {
  /** Null: closed. */
  answer: { conversationId: string; messageId: string; text: string } | null;
  onClose: () => void;
};

/** The whole account of an answer: question, searches, passages, check, steps and prompt. */
export function ExplanationDrawer({ answer, onClose }: Props) {
  const { t } = useTranslation('chat');
  return (
    <Drawer
      opened={answer !== null}
      onClose={onClose}
      position="right"
      size="min(44rem, 100%)"
      title={t('explanation.title')}
    >
      {answer && <Explanation {...answer} />}
    </Drawer>
  );
}

function Explanation({ text, ...params }: NonNullable<Props['answer']>) {
  const query = useApiQuery(explainAnswer, { params });
  return (
    <QueryBoundary query={query} skeleton={<ExplanationSkeleton />}>
      {(explanation) => (
        <Stack gap="xl" pb="xl">
          <Question explanation={explanation} />
          {explanation.scope && <ExplainedScope scope={explanation.scope} />}
          {explanation.support && <ExplainedSupport support={explanation.support} text={text} />}
          {(explanation.curated === null || explanation.hits.length > 0) && (
            <ExplainedHits hits={explanation.hits} gradedBy={explanation.gradedBy} />
          )}
          {explanation.toolCalls.length > 0 && <ExplainedTools calls={explanation.toolCalls} />}
          {explanation.steps.length > 0 && (
            <ExplainedSteps steps={explanation.steps} currency={explanation.currency} />
          )}
          {explanation.prompt !== null && explanation.prompt.length > 0 && (
            <ExplainedPrompt prompt={explanation.prompt} />
          )}
        </Stack>
      )}
    </QueryBoundary>
  );
}

function Question({
  explanation: { question, rewritten, curated, searches },
}: {
  explanation: AnswerExplanation;
}) {
  const { t } = useTranslation('chat');
  const others = searches.flatMap(({ kind, ...search }) =>
    kind === 'question' ? [] : [{ kind, ...search }],
  );
  return (
    <ExplanationSection title={t('explanation.question')}>
      <Text size="sm" className="break-anywhere">
        {question}
      </Text>
      {rewritten && (
        <Text size="sm" mt={6} className="break-anywhere">
          <Text span c="dimmed" inherit>
            {t(`explanation.rewritten.${rewritten.by}`)}
          </Text>{' '}
          {rewritten.text}
        </Text>
      )}
      {curated && (
        <Text size="sm" mt={6} className="break-anywhere">
          <Text span c="dimmed" inherit>
            {t('explanation.curated')}
          </Text>{' '}
          {curated.phrasing}
        </Text>
      )}
      {searches.length === 0 && !curated && (
        <Text size="sm" mt={6} c="dimmed">
          {t('explanation.notSearched')}
        </Text>
      )}
      {others.map(({ text, kind, hitCount }) => (
        <Text key={`${kind} ${text}`} size="sm" mt={6} className="break-anywhere">
          <Text span c="dimmed" inherit>
            {t(`explanation.searches.${kind}`)}
          </Text>{' '}
          {text}{' '}
          <Text span c="dimmed" inherit>
            {t('explanation.hitCount', { count: hitCount })}
          </Text>
        </Text>
      ))}
    </ExplanationSection>
  );
}

function ExplanationSkeleton() {
  const { t } = useTranslation('chat');
  return (
    <Stack gap="md" role="status" aria-busy="true" aria-label={t('common.loading')}>
      {[48, 120, 220].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </Stack>
  );
}
