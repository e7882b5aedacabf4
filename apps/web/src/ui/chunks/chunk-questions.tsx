import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './chunk-questions.module.css';

/** The questions that a chunk answers. */
export function ChunkQuestions({ questions }: { questions: readonly string[] }) {
  const { t } = useTranslation('knowledge');
  if (questions.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('chunks.questions')}>
      {questions.map((question) => (
        <li key={question}>
          <IconHelpCircle size={14} stroke={1.7} aria-hidden />
          <span>{question}</span>
        </li>
      ))}
    </ul>
  );
}
