import type { S3Connection } from '@lectern/contract';
import { ActionIcon, Group, Modal, Select, Stack, Text, Tooltip } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { S3Browser } from './s3-browser.tsx';
import { S3ConnectionForm } from './s3-connection-form.tsx';
import { useS3Actions, useS3Connections } from './use-s3.ts';

type S3DialogProps = { opened: boolean; folderId: string | null; onClose: () => void };

/** First a bucket, then what to take of it. */
export function S3Dialog({ opened, folderId, onClose }: S3DialogProps) {
  const { t } = useTranslation('files');
  const query = useS3Connections(opened);
  const [chosenId, setChosenId] = useState<string>();
  const [edited, setEdited] = useState<S3Connection | 'new'>();
  useEffect(() => {
    if (opened) setEdited(undefined);
  }, [opened]);
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={t('s3.title')}>
      <QueryBoundary query={query} skeleton={<SkeletonList rows={4} height={40} />}>
        {({ items }) => {
          const current = items.find(({ id }) => id === chosenId) ?? items[0];
          if (edited !== undefined || !current)
            return (
              <Stack>
                {items.length === 0 && (
                  <Text size="sm" c="dimmed">
                    {t('s3.none')}
                  </Text>
                )}
                <S3ConnectionForm
                  key={edited === undefined || edited === 'new' ? 'new' : edited.id}
                  connection={edited === 'new' ? undefined : edited}
                  onBack={items.length > 0 ? () => setEdited(undefined) : onClose}
                  onSaved={({ id }) => {
                    setChosenId(id);
                    setEdited(undefined);
                  }}
                />
              </Stack>
            );
          return (
            <Stack>
              <ConnectionBar items={items} current={current} onChoose={setChosenId} onEdit={setEdited} />
              <S3Browser key={current.id} connection={current} folderId={folderId} onStarted={onClose} />
            </Stack>
          );
        }}
      </QueryBoundary>
    </Modal>
  );
}

type ConnectionBarProps = {
  items: readonly S3Connection[];
  current: S3Connection;
  onChoose: (id: string) => void;
  onEdit: (edited: S3Connection | 'new') => void;
};

function ConnectionBar({ items, current, onChoose, onEdit }: ConnectionBarProps) {
  const { t } = useTranslation('files');
  const { remove } = useS3Actions();
  const tools = [
    { key: 'add', label: t('s3.add'), Icon: IconPlus, run: () => onEdit('new') },
    { key: 'edit', label: t('s3.edit'), Icon: IconPencil, run: () => onEdit(current) },
    {
      key: 'remove',
      label: t('s3.remove'),
      Icon: IconTrash,
      run: () =>
        openConfirmModal({
          title: t('s3.removeTitle', { name: current.name }),
          text: t('s3.removeText'),
          confirmLabel: t('s3.remove'),
          onConfirm: () => remove.mutateAsync({ params: { s3ConnectionId: current.id } }),
        }),
    },
  ];
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <Select
        label={t('s3.connection')}
        flex={1}
        miw={0}
        allowDeselect={false}
        styles={{ input: { textOverflow: 'ellipsis' } }}
        value={current.id}
        data={items.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => id !== null && onChoose(id)}
      />
      {tools.map(({ key, label, Icon, run }) => (
        <Tooltip key={key} label={label}>
          <ActionIcon size={36} variant="default" aria-label={label} onClick={run}>
            <Icon size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
