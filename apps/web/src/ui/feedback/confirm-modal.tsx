import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useState } from 'react';
import { DialogActions } from '../form/dialog-actions.tsx';
import { FormError } from '../form/form-error.tsx';

type Confirmation = {
  /** Names the thing: “Delete “Handbook”?”. */
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  /** The modal stays open until it resolves; an error is shown in it. */
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
      <FormError error={error} />
      <DialogActions
        label={confirmLabel}
        destructive={destructive}
        busy={busy}
        onCancel={close}
        onConfirm={confirm}
      />
    </Stack>
  );
}

/** Above every dialog and drawer that may have asked. */
const zIndex = 350;

/** Asks for confirmation before something that cannot be undone. */
export function openConfirmModal(confirmation: Confirmation): void {
  const id = modals.open({
    title: confirmation.title,
    zIndex,
    children: <ConfirmationBody {...confirmation} close={() => modals.close(id)} />,
  });
}
