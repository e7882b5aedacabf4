import type { FlowImportReport, importFlow, ResponseOf } from '@lectern/contract';
import { List, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';

type Part = FlowImportReport['parts'][number];

const products = { lectern: 'Lectern', ragflow: 'RAGFlow', dify: 'Dify' };

/** What became of the parts of another product's flow, and what is left to choose. */
export function ImportReport({
  flow,
  onOpen,
  onClose,
}: {
  flow: ResponseOf<typeof importFlow> | undefined;
  onOpen: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('automation');
  return (
    <Modal
      opened={flow !== undefined}
      onClose={onClose}
      title={t('imports.title', { product: products[flow?.report.source ?? 'lectern'] })}
      size="lg"
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {flow && <Report parts={flow.report.parts} />}
      <DialogActions label={t('imports.open')} onConfirm={onOpen} onCancel={onClose} />
    </Modal>
  );
}

function Report({ parts }: { parts: Part[] }) {
  const { t } = useTranslation('automation');
  const kept = parts.filter(({ component }) => component === null);
  const changed = parts.filter(({ component, remarks }) => component !== null && remarks.length > 0);
  return (
    <Stack gap="md" mb="lg">
      <Text>{t('imports.summary', { mapped: parts.length - kept.length, total: parts.length })}</Text>
      <PartList
        title={t('imports.kept')}
        hint={t('imports.keptHint')}
        parts={kept}
        describe={({ type }) => type}
      />
      <PartList
        title={t('imports.changed')}
        hint={t('imports.changedHint')}
        parts={changed}
        describe={({ remarks }) => remarks.map((remark) => t(`imports.remarks.${remark}`)).join(' ')}
      />
    </Stack>
  );
}

function PartList({
  title,
  hint,
  parts,
  describe,
}: {
  title: string;
  hint: string;
  parts: Part[];
  describe: (part: Part) => string;
}) {
  if (parts.length === 0) return null;
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" mb={6}>
        {hint}
      </Text>
      <List size="sm" spacing={4}>
        {parts.map((part) => (
          <List.Item key={part.nodeId}>
            <Text span fw={550}>
              {part.name}
            </Text>{' '}
            <Text span c="dimmed">
              {describe(part)}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
