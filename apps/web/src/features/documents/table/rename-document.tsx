import type { Document } from '@lectern/contract';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { useDocumentActions } from '../use-documents.ts';

type RenameDocumentProps = { document: Document | undefined; onClose: () => void };

export function RenameDocument({ document, onClose }: RenameDocumentProps) {
  const { t } = useTranslation('knowledge');
  const { rename } = useDocumentActions();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  useEffect(() => {
    setName(document?.name ?? '');
    setError(undefined);
  }, [document]);

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!document) return;
    if (name.trim() === '') {
      setError(t('form.nameRequired'));
      return;
    }
    rename.mutate(
      { params: { documentId: document.id }, body: { name: name.trim() } },
      { onSuccess: onClose, onError: (failure) => setError(describeError(failure)) },
    );
  }

  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('form.close') }}
      opened={document !== undefined}
      onClose={onClose}
      title={t('documents.renameTitle')}
    >
      <form onSubmit={save}>
        <Stack>
          <TextInput
            label={t('form.name')}
            value={name}
            maxLength={255}
            onChange={(event) => setName(event.currentTarget.value)}
            error={error}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" loading={rename.isPending}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
