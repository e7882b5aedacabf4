import { listSuggestedQuestions } from '@lectern/contract';
import { SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import classes from './ask.module.css';

type SuggestedQuestionsProps = { assistantId: string; onAsk: (question: string) => void };

/** Questions that the assistant's documents answer; nothing while there are none. */
export function SuggestedQuestions({ assistantId, onAsk }: SuggestedQuestionsProps) {
  const { t } = useTranslation('chat');
  const { data } = useApiQuery(
    listSuggestedQuestions,
    { params: { assistantId } },
    { staleTime: 5 * 60_000, retry: false },
  );
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label={t('ask.suggestions')}>
      <Text size="sm" c="dimmed" mb={8}>
        {t('ask.suggestions')}
      </Text>
      <SimpleGrid component="ul" className="plain-list" cols={{ base: 1, xs: 2 }} spacing={8} m={0} p={0}>
        {data.items.map(({ question, documentName }) => (
          <li key={question}>
            <UnstyledButton className={classes.suggestion} onClick={() => onAsk(question)}>
              <LongText lines={2}>{question}</LongText>
              <LongText c="dimmed" fz="xs">
                {documentName}
              </LongText>
            </UnstyledButton>
          </li>
        ))}
      </SimpleGrid>
    </section>
  );
}
