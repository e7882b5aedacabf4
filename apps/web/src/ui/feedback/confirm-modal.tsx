import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';

type Confirmation = {
  /** Names the thing: “Delete “Handbook”?”. */
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  /** The modal stays open until it settles; an error is shown in it. */
  onConfirm: () => unknown;
  /** Red unless said otherwise. */
  destructive?: boolean;
};

function ConfirmationBody({
  text,
  confirmLabel,
  onConfirm,
  destructive = true,
  close,
}: Confirmation & { close: () => void }) {
  const { t } = useTranslation('shell');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      {text !== undefined && (
        <Text component="div" c="dimmed">
          {text}
        </Text>
      )}
      {error !== null && (
        <Alert color="red" role="alert">
          {describeError(error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close} disabled={busy} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color={destructive ? 'red.9' : undefined} loading={busy} onClick={() => void confirm()}>
          {confirmLabel}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks before something that cannot be undone. */
export function openConfirmModal(confirmation: Confirmation): void {
  const id = modals.open({
    title: confirmation.title,
    children: <ConfirmationBody {...confirmation} close={() => modals.close(id)} />,
  });
}
