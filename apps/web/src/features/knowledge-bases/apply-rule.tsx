import { applyFolderRule, getDocument, listDocuments, previewFolderRules } from '@lectern/contract';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { notify } from '../../ui/feedback/notify.ts';

type Props = { knowledgeBaseId: string; folderId: string };

/** Gives existing documents what a stored rule gives new ones; says how many lack it. */
export function ApplyRule({ knowledgeBaseId, folderId }: Props) {
  const { t } = useTranslation('labels');
  const params = { knowledgeBaseId };
  const preview = useApiQuery(previewFolderRules, { params });
  const apply = useApiMutation(applyFolderRule, {
    invalidates: [previewFolderRules, listDocuments, getDocument],
    handlesError: true,
    onSuccess: ({ changed }) => notify('success', t('rules.done', { count: changed })),
  });
  const count = preview.data?.items.find((item) => item.folderId === folderId)?.documents;
  if (count === undefined) return null;
  if (count === 0)
    return (
      <Text size="xs" c="dimmed">
        {t('rules.applied')}
      </Text>
    );
  const ask = () =>
    openConfirmModal({
      title: t('rules.applyTitle', { count }),
      text: t('rules.applyText'),
      confirmLabel: t('rules.applyConfirm'),
      destructive: false,
      onConfirm: () => apply.mutateAsync({ params, body: { folderId } }),
    });
  return (
    <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={ask}>
      {t('rules.apply', { count })}
    </Button>
  );
}
