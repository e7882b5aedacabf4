import { ApiError } from '@lectern/client';
import { listSpokenParts, type Message, readAnswerAloud } from '@lectern/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconVolume,
} from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi, fetchFile } from '../../../api/client.ts';
import { notify, notifyFailure } from '../../../ui/feedback/notify.ts';
import { createAnswerReader } from './answer-reader.ts';
import { useHasModel } from './use-voice-models.ts';

/** One for the page: two voices at a time are not understood. */
const reader = createAnswerReader(() => new Audio());

type Props = { answer: Pick<Message, 'id' | 'conversationId'> };

/** Reads an answer aloud; absent where the company has no model that speaks. */
export function ReadAloudButton({ answer }: Props) {
  const { t } = useTranslation('chat');
  const hasVoice = useHasModel('text_to_speech');
  const reading = useSyncExternalStore(reader.subscribe, reader.current);
  const phase = reading?.messageId === answer.id ? reading.phase : null;
  useEffect(
    () => () => {
      if (reader.current()?.messageId === answer.id) reader.stop();
    },
    [answer.id],
  );
  if (!hasVoice) return null;

  function start() {
    const params = { conversationId: answer.conversationId, messageId: answer.id };
    reader
      .start(answer.id, {
        countParts: async (signal) => (await callApi(listSpokenParts, { params, signal })).parts.length,
        fetchPart: async (part, signal) =>
          (await fetchFile(readAnswerAloud, { params, body: { part }, signal })).bytes,
      })
      .catch((error) =>
        error instanceof ApiError ? notifyFailure(error) : notify('error', t('voice.unplayable')),
      );
  }

  const label = t(phase === null ? 'voice.readAloud' : phase === 'paused' ? 'voice.resume' : 'voice.pause');
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          size="md"
          aria-label={label}
          aria-pressed={phase !== null}
          loading={phase === 'loading'}
          onClick={phase === null ? start : phase === 'paused' ? reader.resume : reader.pause}
        >
          {phase === null && <IconVolume size={16} stroke={1.7} />}
          {phase === 'paused' && <IconPlayerPlayFilled size={15} />}
          {(phase === 'playing' || phase === 'loading') && <IconPlayerPauseFilled size={15} />}
        </ActionIcon>
      </Tooltip>
      {phase !== null && (
        <Tooltip label={t('voice.stop')}>
          <ActionIcon size="md" aria-label={t('voice.stop')} onClick={reader.stop}>
            <IconPlayerStopFilled size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}
