import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';

type NameModalProps = {
  opened: boolean;
  title: string;
  submitLabel: string;
  initialName?: string;
  /** Asks for a description as well. */
  withDescription?: boolean;
  onClose: () => void;
  /** Rejects with an `ApiError`, which is shown at the field. */
  onSubmit: (values: { name: string; description: string }) => Promise<unknown>;
};

/** Asks for the name of a new knowledge base, or for a new name. */
export function NameModal(props: NameModalProps) {
  const { opened, title, submitLabel, initialName = '', withDescription = false, onClose, onSubmit } = props;
  const { t } = useTranslation('knowledge');
  const [name, setName] = useState(initialName);
  const [description, setDescription] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!opened) return;
    setName(initialName);
    setDescription('');
    setError(undefined);
  }, [opened, initialName]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === '') {
      setError(t('form.nameRequired'));
      return;
    }
    setBusy(true);
    try {
      await onSubmit({ name: name.trim(), description: description.trim() });
    } catch (failure) {
      const taken = failure instanceof ApiError && failure.code === 'knowledge_base.name_taken';
      setError(taken ? t('form.nameRepeated') : describeError(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('form.close') }}
      opened={opened}
      onClose={onClose}
      title={title}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <TextInput
            label={t('form.name')}
            placeholder={withDescription ? t('form.namePlaceholder') : undefined}
            withAsterisk
            required
            maxLength={255}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(undefined);
            }}
            error={error}
            data-autofocus
          />
          {withDescription && (
            <Textarea
              label={t('form.description')}
              description={t('form.descriptionHint')}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={2000}
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
