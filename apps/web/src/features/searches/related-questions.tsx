import { Text, UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './searches.module.css';

type Props = { questions: readonly string[]; onAsk: (question: string) => void };

/** Questions that the documents found answer too. */
export function RelatedQuestions({ questions, onAsk }: Props) {
  const { t } = useTranslation('search');
  if (questions.length === 0) return null;
  return (
    <section aria-label={t('related')}>
      <Text component="h2" fz="sm" fw={600} mt={0} mb={6}>
        {t('related')}
      </Text>
      <ul className={classes.related}>
        {questions.map((question) => (
          <li key={question}>
            <UnstyledButton className={classes.relatedQuestion} onClick={() => onAsk(question)}>
              <span className="break-anywhere">{question}</span>
              <IconArrowRight size={15} stroke={1.6} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
