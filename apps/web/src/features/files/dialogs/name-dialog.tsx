import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { describeError } from '../../../api/describe-error.ts';

export type Naming = {
  title: string;
  hint?: string;
  submitLabel: string;
  initialName: string;
  /** Rejects with an `ApiError`, which is shown at the field. */
  onSubmit: (name: string) => Promise<unknown>;
};

/** Asks for the name of a new folder, or for a new name. */
export function NameDialog({ naming, onClose }: { naming: Naming | undefined; onClose: () => void }) {
  const { t } = useTranslation('files');
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    setName(naming?.initialName ?? '');
    setError(undefined);
  }, [naming]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!naming) return;
    if (name.trim() === '') {
      setError(t('form.nameRequired'));
      return;
    }
    setBusy(true);
    try {
      await naming.onSubmit(name.trim());
      onClose();
    } catch (failure) {
      const taken =
        failure instanceof ApiError &&
        (failure.code === 'folder.name_taken' || failure.code === 'file.name_taken');
      setError(taken ? t('form.nameRepeated') : describeError(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('form.close') }}
      opened={naming !== undefined}
      onClose={onClose}
      title={naming?.title}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <TextInput
            label={t('form.name')}
            description={naming?.hint}
            withAsterisk
            required
            maxLength={255}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(undefined);
            }}
            // The ending of a file's name stays: what is before it is what one types over.
            onFocus={(event) => {
              const dot = naming?.hint === undefined ? -1 : event.currentTarget.value.lastIndexOf('.');
              event.currentTarget.setSelectionRange(0, dot > 0 ? dot : event.currentTarget.value.length);
            }}
            error={error}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {naming?.submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
