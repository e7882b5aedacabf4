import { type Conversation, getConversation, mailConversation } from '@lectern/contract';
import { Button, Text } from '@mantine/core';
import { IconCheck, IconMail } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQueryOptions, useApiMutation } from '../../../api/queries.ts';

/** Offers to mail the conversation to whoever made the assistant; afterwards it says that this was done. */
export function MailOffer({ conversationId, isSent }: { conversationId: string; isSent: boolean }) {
  const { t } = useTranslation('chat');
  const client = useQueryClient();
  const mail = useApiMutation(mailConversation, {
    onSuccess: (changed) => {
      const { queryKey } = apiQueryOptions(getConversation, { params: { conversationId } });
      client.setQueryData<Conversation>(queryKey, (stored) => stored && { ...stored, ...changed });
    },
  });
  if (isSent)
    return (
      <Text size="sm" c="dimmed" mt={8} role="status">
        <IconCheck size={14} stroke={1.8} style={{ verticalAlign: '-2px' }} aria-hidden />{' '}
        {t('mailOffer.sent')}
      </Text>
    );
  return (
    <Button
      mt={10}
      size="xs"
      h="auto"
      py={7}
      variant="default"
      leftSection={<IconMail size={14} stroke={1.7} />}
      styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
      loading={mail.isPending}
      onClick={() => mail.mutate({ params: { conversationId } })}
    >
      {t('mailOffer.offer')}
    </Button>
  );
}
