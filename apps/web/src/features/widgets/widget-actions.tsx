import { deleteWidget, listWidgets, type Widget } from '@lectern/contract';
import { Button } from '@mantine/core';
import { IconCode, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmbedDialog } from './embed-dialog.tsx';

/** Embeds a widget, and deletes it. */
export function WidgetActions({ widget, onDeleted }: { widget: Widget; onDeleted: () => void }) {
  const { t } = useTranslation('widgets');
  const [embeds, setEmbeds] = useState(false);
  const remove = useApiMutation(deleteWidget, {
    invalidates: [listWidgets],
    successMessage: 'widgets:deleted',
    handlesError: true,
    onSuccess: onDeleted,
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() =>
          openConfirmModal({
            title: t('deleteTitle', { name: widget.name }),
            text: t('deleteText', { count: widget.conversationCount }),
            confirmLabel: t('delete'),
            onConfirm: () => remove.mutateAsync({ params: { widgetId: widget.id } }),
          })
        }
      >
        {t('delete')}
      </Button>
      <Button leftSection={<IconCode size={16} aria-hidden />} onClick={() => setEmbeds(true)}>
        {t('embed.openDialog')}
      </Button>
      <EmbedDialog widget={widget} opened={embeds} onClose={() => setEmbeds(false)} />
    </>
  );
}
