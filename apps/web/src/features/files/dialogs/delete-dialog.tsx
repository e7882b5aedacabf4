import { weighDeletion } from '@lectern/contract';
import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { type Entry, toSelection } from '../entry.ts';
import classes from '../files.module.css';
import { useFileActions } from '../use-files.ts';

type DeleteDialogProps = { entries: readonly Entry[]; onClose: () => void; onDeleted: () => void };

/** Lists what would be deleted with them before deleting. */
export function DeleteDialog({ entries, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation('files');
  const { remove } = useFileActions();
  const { reset } = remove;
  const selection = toSelection(entries);
  const weight = useApiQuery(
    weighDeletion,
    { body: selection },
    { enabled: entries.length > 0, staleTime: 0, gcTime: 0 },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection resets it.
  useEffect(() => reset(), [entries, reset]);
  const [only] = entries;
  const error = remove.error ?? weight.error;
  return (
    <Modal
      opened={entries.length > 0}
      onClose={onClose}
      title={
        entries.length === 1 && only
          ? t('remove.titleOne', { name: only.name })
          : t('remove.title', { count: entries.length })
      }
    >
      <Stack>
        {weight.isPending && entries.length > 0 && (
          <Stack gap={10} role="status" aria-label={t('remove.weighing')}>
            <Skeleton h={14} w="60%" />
            <Skeleton h={14} w="80%" />
          </Stack>
        )}
        {weight.data && <Consequences weight={weight.data} />}
        <FormError error={error} />
        <DialogActions
          label={t('remove.confirm')}
          onCancel={onClose}
          onConfirm={() =>
            remove.mutate(
              { body: selection },
              {
                onSuccess: () => {
                  onDeleted();
                  onClose();
                },
              },
            )
          }
          busy={remove.isPending}
          disabled={!weight.data}
          destructive
        />
      </Stack>
    </Modal>
  );
}

type Weight = {
  folders: number;
  files: number;
  documents: number;
  chunks: number;
  sizeBytes: number;
  knowledgeBases: { id: string; name: string; documents: number }[];
};

function Consequences({ weight }: { weight: Weight }) {
  const { t } = useTranslation('files');
  const format = useFormat();
  const counted = (count: number) => ({ count, shown: format.number(count) });
  const goes = [
    weight.folders > 0 && t('remove.folders', counted(weight.folders)),
    weight.files > 0 && t('remove.files', { ...counted(weight.files), size: format.bytes(weight.sizeBytes) }),
    weight.documents > 0 && t('remove.documents', counted(weight.documents)),
    weight.chunks > 0 && t('remove.chunks', counted(weight.chunks)),
  ].filter((line) => line !== false);
  return (
    <Text component="div" size="sm">
      {t('remove.goes')}
      <ul className={classes.consequences}>
        {goes.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {weight.documents === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          {t('remove.nothing')}
        </Text>
      ) : (
        <Text component="div" size="sm" mt="sm">
          {t('remove.bases')}
          <ul className={classes.consequences}>
            {weight.knowledgeBases.map(({ id, name, documents }) => (
              <li key={id}>
                {t('remove.inBase', { name, documents: t('remove.documents', counted(documents)) })}
              </li>
            ))}
          </ul>
        </Text>
      )}
    </Text>
  );
}
