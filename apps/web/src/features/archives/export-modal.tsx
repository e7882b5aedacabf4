import type { KnowledgeBase } from '@lectern/contract';
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useArchiveActions } from './use-archives.ts';

/** Asks what goes into the archive of a base. */
export function ExportModal({
  knowledgeBase,
  onClose,
}: {
  knowledgeBase: KnowledgeBase | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('archives');
  const { begin } = useArchiveActions();
  const [withVectors, setWithVectors] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const id = knowledgeBase?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another base, another question.
  useEffect(() => {
    setWithVectors(true);
    setError(null);
  }, [id]);

  async function submit(): Promise<void> {
    if (id === undefined) return;
    setError(null);
    try {
      await begin.mutateAsync({ params: { knowledgeBaseId: id }, body: { withVectors } });
      onClose();
    } catch (failure) {
      setError(failure);
    }
  }

  return (
    <Modal
      opened={knowledgeBase !== undefined}
      onClose={onClose}
      title={t('export.title', { name: knowledgeBase?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('export.cancel') }}
    >
      <Stack>
        <Text c="dimmed">{t('export.text')}</Text>
        <Checkbox
          label={t('export.withVectors')}
          description={t('export.withVectorsHint')}
          checked={withVectors}
          onChange={(event) => setWithVectors(event.currentTarget.checked)}
        />
        {error !== null && (
          <Alert color="red" role="alert">
            {describeError(error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('export.cancel')}
          </Button>
          <Button loading={begin.isPending} onClick={() => void submit()} data-autofocus>
            {t('export.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
