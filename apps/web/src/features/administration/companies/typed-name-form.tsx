import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';

type Props = {
  /** What must be typed, as it is. */
  name: string;
  label: string;
  confirmLabel: string;
  destructive?: boolean;
  onConfirm: (name: string) => Promise<unknown>;
  onDone: () => void;
  children: ReactNode;
};

/** Asks for the name of what a far-reaching step is about: nobody types that by accident. */
export function TypedNameForm({
  name,
  label,
  confirmLabel,
  destructive,
  onConfirm,
  onDone,
  children,
}: Props) {
  const { t } = useTranslation('shell');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== name.trim()) return;
    setBusy(true);
    setError(null);
    try {
      await onConfirm(typed.trim());
      onDone();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void confirm(event)}>
      <Stack gap="md">
        {children}
        <TextInput
          label={label}
          description={<strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {error !== null && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
            {describeError(error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone} disabled={busy}>
            {t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            color={destructive ? 'red.9' : undefined}
            loading={busy}
            disabled={typed.trim() !== name.trim()}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
