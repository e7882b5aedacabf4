import { AnswerLostError } from '@lectern/client';
import { Box, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { LiveTurn } from '../turn/use-turn.ts';
import classes from './messages.module.css';

type Props = {
  turn: LiveTurn;
  onReconnect: () => void;
  onAskAgain: () => void;
  onGiveUp: () => void;
};

/** Why a turn ended without its answer, and what can be done. */
export function TurnFailure({ turn, onReconnect, onAskAgain, onGiveUp }: Props) {
  const { t } = useTranslation('chat');
  const arrived = turn.answer !== null;
  const cause = turn.failure instanceof AnswerLostError ? turn.failure.cause : turn.failure;
  return (
    <div className={classes.failure} role="alert">
      <Box component="span" flex="1 1 14rem">
        {arrived ? t('messages.lost') : t('messages.notSent')} {cause ? describeError(cause) : ''}
      </Box>
      <Button size="xs" variant="default" onClick={arrived ? onReconnect : onAskAgain}>
        {arrived ? t('messages.resume') : t('common.retry')}
      </Button>
      {!arrived && (
        <Button size="xs" variant="subtle" color="gray" onClick={onGiveUp}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  );
}
