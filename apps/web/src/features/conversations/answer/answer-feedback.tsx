import { getConversation, type Message, rateAnswer, withdrawRating } from '@lectern/contract';
import { ActionIcon, Button, Modal, Textarea, Tooltip } from '@mantine/core';
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQueryOptions, useApiMutation } from '../../../api/queries.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { offWithFocus } from '../../../ui/form/without-losing-focus.ts';

/** Puts a changed message in place of the one on the page, without reading the whole conversation again. */
function useReplaceMessage() {
  const client = useQueryClient();
  return (changed: Message) => {
    const { conversationId } = changed;
    const { queryKey } = apiQueryOptions(getConversation, { params: { conversationId } });
    client.setQueryData<{ messages: Message[] }>(
      queryKey,
      (stored) =>
        stored && {
          ...stored,
          messages: stored.messages.map((message) => (message.id === changed.id ? changed : message)),
        },
    );
  };
}

/** Thumbs up and down. A thumbs down asks what was wrong; both can be changed and taken back. */
export function AnswerFeedback({ answer }: { answer: Message }) {
  const { t } = useTranslation('chat');
  const replace = useReplaceMessage();
  const [open, setOpen] = useState(false);
  // A long conversation has hundreds of them. Opened once it is there: only then it knows where the focus was.
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    if (wasOpened) setOpen(true);
  }, [wasOpened]);
  const params = { conversationId: answer.conversationId, messageId: answer.id };
  const rate = useApiMutation(rateAnswer, {
    successMessage: 'chat:feedback.sent',
    onSuccess: replace,
  });
  const withdraw = useApiMutation(withdrawRating, { onSuccess: replace });
  const rating = answer.feedback?.rating;
  const busy = rate.isPending || withdraw.isPending;
  const upLabel = t(rating === 'up' ? 'feedback.takeBack' : 'feedback.up');
  const downLabel = t(rating === 'down' ? 'feedback.change' : 'feedback.down');
  return (
    <>
      <Tooltip label={upLabel}>
        <ActionIcon
          size="md"
          aria-label={upLabel}
          aria-pressed={rating === 'up'}
          {...offWithFocus(busy)}
          onClick={() => {
            if (busy) return;
            if (rating === 'up') withdraw.mutate({ params });
            else rate.mutate({ params, body: { rating: 'up' } });
          }}
        >
          {rating === 'up' ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} stroke={1.7} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={downLabel}>
        <ActionIcon
          size="md"
          aria-label={downLabel}
          aria-pressed={rating === 'down'}
          {...offWithFocus(busy)}
          onClick={() => {
            if (busy) return;
            if (wasOpened) setOpen(true);
            else setWasOpened(true);
          }}
        >
          {rating === 'down' ? <IconThumbDownFilled size={16} /> : <IconThumbDown size={16} stroke={1.7} />}
        </ActionIcon>
      </Tooltip>
      {wasOpened && (
        <Modal opened={open} onClose={() => setOpen(false)} title={t('feedback.title')}>
          <FeedbackForm
            answer={answer}
            onSent={replace}
            onTakeBack={rating === 'down' ? () => withdraw.mutate({ params }) : undefined}
            onClose={() => setOpen(false)}
          />
        </Modal>
      )}
    </>
  );
}

type FormProps = {
  answer: Message;
  onSent: (rated: Message) => void;
  /** Absent where there is nothing to take back. */
  onTakeBack?: () => void;
  onClose: () => void;
};

function FeedbackForm({ answer, onSent, onTakeBack, onClose }: FormProps) {
  const { t } = useTranslation('chat');
  const form = useApiForm(rateAnswer, {
    initialValues: { text: answer.feedback?.text ?? '' },
    params: { conversationId: answer.conversationId, messageId: answer.id },
    toBody: ({ text }) => ({ rating: 'down' as const, text: text.trim() }),
    validate: ({ text }) => (text.trim() === '' ? { text: t('feedback.required') } : {}),
    successMessage: 'chat:feedback.sent',
    onSuccess: (rated) => {
      onSent(rated);
      onClose();
    },
  });
  return (
    <ApiForm
      form={form}
      submitLabel={t('feedback.send')}
      onCancel={onClose}
      actions={
        onTakeBack && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              onTakeBack();
              onClose();
            }}
          >
            {t('feedback.takeBack')}
          </Button>
        )
      }
    >
      <Textarea
        label={t('feedback.label')}
        description={t('feedback.text')}
        autosize
        minRows={3}
        maxRows={10}
        withAsterisk
        data-autofocus
        {...form.field('text')}
      />
    </ApiForm>
  );
}
