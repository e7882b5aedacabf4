import { exportKnowledgeBase, type KnowledgeBase, listArchiveTasks } from '@lectern/contract';
import { Checkbox, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';

type ExportModalProps = { knowledgeBase: KnowledgeBase | undefined; onClose: () => void };

/** Asks what goes into the archive of a knowledge base. */
export function ExportModal({ knowledgeBase, onClose }: ExportModalProps) {
  const { t } = useTranslation('archives');
  return (
    <Modal
      opened={knowledgeBase !== undefined}
      onClose={onClose}
      title={t('export.title', { name: knowledgeBase?.name ?? '' })}
    >
      {knowledgeBase && <ExportForm knowledgeBaseId={knowledgeBase.id} onClose={onClose} />}
    </Modal>
  );
}

function ExportForm({ knowledgeBaseId, onClose }: { knowledgeBaseId: string; onClose: () => void }) {
  const { t } = useTranslation('archives');
  const form = useApiForm(exportKnowledgeBase, {
    initialValues: { withVectors: true },
    params: { knowledgeBaseId },
    invalidates: [listArchiveTasks],
    successMessage: 'archives:toast.exportBegun',
    onSuccess: onClose,
  });
  return (
    <ApiForm form={form} submitLabel={t('export.submit')} onCancel={onClose}>
      <Text c="dimmed">{t('export.text')}</Text>
      <Checkbox
        label={t('export.withVectors')}
        description={t('export.withVectorsHint')}
        {...form.field('withVectors', { type: 'checkbox' })}
      />
    </ApiForm>
  );
}
