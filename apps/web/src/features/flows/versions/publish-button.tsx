import { type Flow, getFlow, listFlows, listFlowVersions, publishFlow } from '@lectern/contract';
import { Button, Modal, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { apiQueryOptions } from '../../../api/queries.ts';
import { notify } from '../../../ui/feedback/notify.ts';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import type { FlowDraft } from '../editor/use-flow-draft.ts';
import { EvaluateButton } from './evaluate-button.tsx';

/** Makes the draft the version that others use. */
export function PublishButton({ flow, draft }: { flow: Flow; draft: FlowDraft }) {
  const { t } = useTranslation('flows');
  const client = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const [note, setNote] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const publish = async () => {
    setBusy(true);
    setError(null);
    try {
      const revision = await draft.flush();
      const published = await callApi(publishFlow, {
        params: { flowId: flow.id },
        body: { note, revision },
      });
      client.setQueryData(apiQueryOptions(getFlow, { params: { flowId: flow.id } }).queryKey, published);
      await Promise.all(
        [listFlowVersions, listFlows].map(({ id }) => client.invalidateQueries({ queryKey: [id] })),
      );
      notify('success', t('versions.published', { number: published.publishedVersion }));
      setNote('');
      close();
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="compact-md" onClick={open}>
        {t('versions.publish')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('versions.publishTitle')}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('versions.publishText')}
        </Text>
        {flow.publishedVersion !== null && <EvaluateButton flow={flow} draft={draft} inWords />}
        <FormError error={error} />
        <Textarea
          label={t('versions.note')}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          mb="md"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <DialogActions
          label={t('versions.publish')}
          busy={busy}
          onCancel={close}
          onConfirm={() => void publish()}
        />
      </Modal>
    </>
  );
}
