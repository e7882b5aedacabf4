import { listWidgets, replaceIdentitySecret, type Widget } from '@lectern/contract';
import { Alert, Button, Group, Input, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import { identitySnippet } from './snippets.ts';

/** The secret with which a site signs its visitors in: made, replaced, and shown once. */
export function IdentitySecret({ widget }: { widget: Widget }) {
  const { t } = useTranslation('widgets');
  const [shown, setShown] = useState<string>();
  const [opened, setOpened] = useState(false);
  const replace = useApiMutation(replaceIdentitySecret, {
    invalidates: [listWidgets],
    handlesError: true,
    onSuccess: ({ secret }) => {
      setShown(secret);
      setOpened(true);
    },
  });
  const params = { widgetId: widget.id };
  const make = () => {
    if (widget.identityHint === null) {
      replace.mutate({ params });
      return;
    }
    openConfirmModal({
      title: t('secret.replaceTitle'),
      text: t('secret.replaceText'),
      confirmLabel: t('secret.replace'),
      onConfirm: () => replace.mutateAsync({ params }),
    });
  };
  return (
    <Input.Wrapper label={t('secret.label')} description={t('secret.text')} labelElement="div">
      <Group gap="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconKey size={15} aria-hidden />}
          loading={replace.isPending}
          onClick={make}
        >
          {t(widget.identityHint === null ? 'secret.create' : 'secret.replace')}
        </Button>
        {widget.identityHint !== null && (
          <Text size="sm" c="dimmed">
            {t('secret.hint', { hint: widget.identityHint })}
          </Text>
        )}
      </Group>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        onExitTransitionEnd={() => setShown(undefined)}
        size={640}
        title={t('secret.label')}
        // It cannot be shown again: a click outside must not close it.
        closeOnClickOutside={false}
      >
        <Stack gap="md">
          <Alert color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />}>
            {t('secret.once')}
          </Alert>
          <CopyField label={t('secret.label')} value={shown ?? ''} />
          <Input.Wrapper label={t('secret.example')} labelElement="div">
            <CodeBlock>{identitySnippet()}</CodeBlock>
          </Input.Wrapper>
          <Group justify="flex-end">
            <Button onClick={() => setOpened(false)}>{t('done')}</Button>
          </Group>
        </Stack>
      </Modal>
    </Input.Wrapper>
  );
}
