import { getInsightAnswer, type InsightAnswer } from '@lectern/contract';
import { Drawer, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Reasons } from './question-groups.tsx';

type Parts = {
  renderActions: (answer: InsightAnswer) => ReactNode;
  renderLink: (conversationId: string) => ReactNode;
};

type Props = Parts & {
  assistantId: string;
  /** Undefined: closed. */
  messageId: string | undefined;
  onClose: () => void;
};

/** One question with its answer, and what can be made of it. */
export function AnswerDrawer({ assistantId, messageId, onClose, ...parts }: Props) {
  const { t } = useTranslation('improve');
  return (
    <Drawer
      opened={messageId !== undefined}
      onClose={onClose}
      position="right"
      size="min(44rem, 100%)"
      title={t('insights.answer')}
    >
      {messageId !== undefined && (
        <AnswerDetails assistantId={assistantId} messageId={messageId} {...parts} />
      )}
    </Drawer>
  );
}

function AnswerDetails({
  renderActions,
  renderLink,
  ...params
}: Parts & { assistantId: string; messageId: string }) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const modelName = useModelName();
  const nameModel = (name: string) =>
    modelName({ builtIn: name.startsWith('built-in/'), type: 'chat', name });
  const query = useApiQuery(getInsightAnswer, { params });
  return (
    <QueryBoundary query={query} skeleton={<SkeletonList rows={3} />}>
      {(answer) => (
        <Stack gap="lg" pb="xl">
          <div>
            <Title order={2} fz="lg" className="break-anywhere">
              {answer.question}
            </Title>
            <Text size="sm" c="dimmed" mt={4}>
              {format.dateTime(answer.askedAt)}
              {answer.source !== 'app' && ` · ${t(`insights.from.${answer.source}`)}`}
            </Text>
            {answer.searchedQuestion !== null && (
              <Text size="sm" c="dimmed" className="break-anywhere">
                {t('insights.searchedFor', { question: answer.searchedQuestion })}
              </Text>
            )}
          </div>
          {answer.reasons.length > 0 && <Reasons reasons={answer.reasons} />}
          {answer.feedback?.text && (
            <section>
              <Title order={3} fz="md" mb={8}>
                {t('insights.feedback')}
              </Title>
              <Text className="break-anywhere">{answer.feedback.text}</Text>
            </section>
          )}
          <Group gap="xs">{renderActions(answer)}</Group>
          <section>
            <Title order={3} fz="md" mb={8}>
              {t('insights.answerGiven')}
            </Title>
            {answer.answer === '' ? (
              <Text c="dimmed">{t('insights.noAnswer')}</Text>
            ) : (
              <Markdown text={answer.answer} />
            )}
          </section>
          {answer.citations.length > 0 && (
            <section>
              <Title order={3} fz="md" mb={8}>
                {t('insights.sources')}
              </Title>
              <Stack gap="xs">
                {answer.citations.map(({ number, documentName, page, quote }) => (
                  <div key={number}>
                    <Text size="xs" c="dimmed" className="break-anywhere">
                      [{number}] {documentName}
                      {page !== null && ` · ${t('page', { page })}`}
                    </Text>
                    <Text size="sm" lineClamp={3} className="break-anywhere">
                      {quote}
                    </Text>
                  </div>
                ))}
              </Stack>
            </section>
          )}
          <Facts
            items={[
              [t('insights.model'), answer.modelName === null ? '–' : nameModel(answer.modelName)],
              answer.support !== null && [t('insights.support'), format.percent(answer.support)],
              answer.firstTokenMs !== null && [
                t('insights.toFirstToken'),
                format.duration(answer.firstTokenMs),
              ],
              answer.durationMs !== null && [t('insights.total'), format.duration(answer.durationMs)],
              [t('insights.tokens'), format.number(answer.tokens)],
              answer.cost !== null && [t('insights.cost'), format.smallMoney(answer.cost, answer.currency)],
            ]}
          />
          {answer.conversationId !== null && renderLink(answer.conversationId)}
        </Stack>
      )}
    </QueryBoundary>
  );
}
