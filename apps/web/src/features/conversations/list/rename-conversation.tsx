import { type Conversation, getConversation, listConversations, renameConversation } from '@lectern/contract';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';

/** Null: closed. */
export function RenameConversation(props: { conversation: Conversation | null; onClose: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <Modal
      opened={props.conversation !== null}
      onClose={props.onClose}
      title={t('conversations.renameTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {props.conversation && <RenameForm conversation={props.conversation} onClose={props.onClose} />}
    </Modal>
  );
}

function RenameForm({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const form = useForm({
    initialValues: { name: conversation.name },
    validate: { name: (name) => (name.trim() === '' ? t('conversations.nameRequired') : null) },
  });
  const rename = useApiMutation(renameConversation, {
    invalidates: [listConversations, getConversation],
    successMessage: 'chat:conversations.renamed',
    onSuccess: onClose,
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name }) =>
        rename.mutate({ params: { conversationId: conversation.id }, body: { name: name.trim() } }),
      )}
    >
      <TextInput
        label={t('conversations.name')}
        withAsterisk
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={rename.isPending}>
          {t('conversations.rename')}
        </Button>
      </Group>
    </form>
  );
}
