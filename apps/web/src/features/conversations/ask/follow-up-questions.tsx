import { listFollowUpQuestions } from '@lectern/contract';
import { UnstyledButton } from '@mantine/core';
import { IconCornerDownRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import classes from './ask.module.css';

type Props = { conversationId: string; messageId: string; onAsk: (question: string) => void };

/** Questions that lead on from the last answer; nothing while there are none. */
export function FollowUpQuestions({ onAsk, ...params }: Props) {
  const { t } = useTranslation('chat');
  const { data } = useApiQuery(
    listFollowUpQuestions,
    { params },
    { staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  if (!data || data.items.length === 0) return null;
  return (
    <ul className={`plain-list ${classes.followUps}`} aria-label={t('ask.followUps')}>
      {data.items.map(({ question }) => (
        <li key={question}>
          <UnstyledButton className={classes.followUp} onClick={() => onAsk(question)}>
            <IconCornerDownRight size={15} stroke={1.7} aria-hidden />
            <LongText lines={2}>{question}</LongText>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
