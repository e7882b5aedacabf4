import { getVisitorConversation, type Message, rateVisitorAnswer } from '@lectern/contract';
import { ActionIcon, Button, Flex, Group, Textarea, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconCheck,
  IconCopy,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import classes from '../pane/messages.module.css';

/** What a visitor can do with an answer: copy it, and say whether it helped. */
export function VisitorFeedback({ answer }: { answer: Message }) {
  const { t } = useTranslation('chat');
  const [asksWhy, setAsksWhy] = useState(false);
  const [text, setText] = useState('');
  const clipboard = useClipboard({ timeout: 1_500 });
  const rate = useApiMutation(rateVisitorAnswer, {
    invalidates: [getVisitorConversation],
    onSuccess: () => setAsksWhy(false),
  });
  const params = { conversationId: answer.conversationId, messageId: answer.id };
  const rating = answer.feedback?.rating;
  const upLabel = t(rating === 'up' ? 'feedback.takeBack' : 'feedback.up');
  const downLabel = t(rating === 'down' ? 'feedback.takeBack' : 'feedback.down');
  const copyLabel = t(clipboard.copied ? 'messages.copied' : 'messages.copy');
  const set = (wanted: 'up' | 'down') => {
    if (rate.isPending) return;
    if (rating === wanted) rate.mutate({ params, body: { rating: null } });
    else if (wanted === 'up') rate.mutate({ params, body: { rating: 'up' } });
    else setAsksWhy(true);
  };
  return (
    <>
      <fieldset className={classes.actions} aria-label={t('messages.actions')}>
        <Tooltip label={copyLabel}>
          <ActionIcon size="md" aria-label={copyLabel} onClick={() => clipboard.copy(answer.content)}>
            {clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label={upLabel}>
          <ActionIcon size="md" aria-label={upLabel} aria-pressed={rating === 'up'} onClick={() => set('up')}>
            {rating === 'up' ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label={downLabel}>
          <ActionIcon
            size="md"
            aria-label={downLabel}
            aria-pressed={rating === 'down'}
            onClick={() => set('down')}
          >
            {rating === 'down' ? <IconThumbDownFilled size={16} /> : <IconThumbDown size={16} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
      </fieldset>
      {asksWhy && (
        <Flex
          component="form"
          direction="column"
          gap={8}
          mt={8}
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') rate.mutate({ params, body: { rating: 'down', text: text.trim() } });
          }}
        >
          <Textarea
            autosize
            autoFocus
            minRows={2}
            maxRows={6}
            maxLength={2_000}
            label={t('feedback.title')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group gap={8}>
            <Button type="submit" size="xs" disabled={text.trim() === ''} loading={rate.isPending}>
              {t('feedback.send')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsksWhy(false)}>
              {t('common.cancel')}
            </Button>
          </Group>
        </Flex>
      )}
    </>
  );
}
