import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';

type NameDialogProps = {
  title: string;
  opened: boolean;
  name?: string;
  onClose: () => void;
  /** The dialog stays open until it settles, and shows its error. */
  onSave: (name: string) => Promise<unknown>;
};

export function NameDialog({ title, opened, onClose, ...form }: NameDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <NameForm onClose={onClose} {...form} />
    </Modal>
  );
}

function NameForm({ name = '', onClose, onSave }: Omit<NameDialogProps, 'title' | 'opened'>) {
  const { t } = useTranslation(['evaluation', 'shell']);
  const [value, setValue] = useState(name);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = async () => {
    if (value.trim() === '') return;
    setBusy(true);
    setError(undefined);
    try {
      await onSave(value.trim());
      onClose();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('sets.name')}
          placeholder={t('sets.namePlaceholder')}
          maxLength={255}
          data-autofocus
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        {error !== undefined && (
          <Alert color="red" role="alert">
            {describeError(error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
