import { isAborted } from '@lectern/client';
import { Alert, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { asksModels, estimateDocuments, type ParseEstimate, type ParseSettings } from './estimate.ts';
import { EstimateTable } from './estimate-table.tsx';

/** A request to parse documents, which may need many model calls. */
export type ParseRequest = {
  knowledgeBaseId: string;
  /** Ids, or how to find them. */
  documentIds: readonly string[] | ((signal: AbortSignal) => Promise<readonly string[]>);
  /** Other settings than each document's own. */
  settings?: ParseSettings;
  /** Asked even without model calls: what would be lost. */
  question?: { title: string; text: string };
  confirmLabel: string;
  cancelLabel?: string;
  run: (documentIds: readonly string[]) => Promise<unknown>;
};

type Progress =
  | { phase: 'estimating' }
  | { phase: 'ready'; ids: readonly string[]; estimate: ParseEstimate | undefined }
  | { phase: 'failed'; ids: readonly string[]; error: unknown };

type ParseDialogProps = { request: ParseRequest | undefined; onClose: () => void };

/** Shows the model calls of a parse before it starts. Without any it starts at once. */
export function ParseDialog({ request, onClose }: ParseDialogProps) {
  const { t } = useTranslation('knowledge');
  return (
    <Modal
      opened={request !== undefined}
      onClose={onClose}
      title={request?.question?.title ?? t('estimate.title')}
      size="lg"
    >
      {request && <ParseQuestion request={request} onClose={onClose} />}
    </Modal>
  );
}

function ParseQuestion({ request, onClose }: { request: ParseRequest; onClose: () => void }) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const [progress, setProgress] = useState<Progress>({ phase: 'estimating' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is estimated once, when it is made.
  useEffect(() => {
    const abort = new AbortController();
    async function begin(): Promise<void> {
      let ids: readonly string[] = [];
      try {
        const { documentIds } = request;
        ids = typeof documentIds === 'function' ? await documentIds(abort.signal) : documentIds;
        const estimate = await estimateDocuments(
          request.knowledgeBaseId,
          ids,
          request.settings,
          abort.signal,
        );
        const silent = !request.question && !(estimate && asksModels(estimate));
        if (!silent) return setProgress({ phase: 'ready', ids, estimate });
      } catch (failure) {
        if (!isAborted(failure)) setProgress({ phase: 'failed', ids, error: failure });
        return;
      }
      if (!abort.signal.aborted) await run(ids);
    }
    void begin();
    return () => abort.abort();
  }, []);

  async function run(ids: readonly string[]): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await request.run(ids);
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  }

  const estimate = progress.phase === 'ready' ? progress.estimate : undefined;
  const count = progress.phase === 'estimating' ? 0 : progress.ids.length;
  return (
    <Stack gap="md">
      {request.question && (
        <Text c="dimmed" size="sm">
          {request.question.text}
        </Text>
      )}
      {progress.phase === 'estimating' && (
        <Stack gap={8} role="status" aria-label={t('estimate.loading')}>
          <Skeleton h={20} w="60%" />
          <Skeleton h={96} />
        </Stack>
      )}
      {estimate && asksModels(estimate) && (
        <div>
          <Text size="sm" mb="xs">
            {t('estimate.intro', { count, shown: format.number(count) })}
          </Text>
          <EstimateTable estimate={estimate} />
        </div>
      )}
      {progress.phase === 'failed' && (
        <Alert color="yellow" role="alert" title={t('estimate.failed')}>
          {describeError(progress.error)}
        </Alert>
      )}
      <FormError error={error} />
      <DialogActions
        label={
          progress.phase === 'failed' && !request.question ? t('estimate.parseAnyway') : request.confirmLabel
        }
        onCancel={onClose}
        onConfirm={() => progress.phase !== 'estimating' && void run(progress.ids)}
        busy={busy || progress.phase === 'estimating'}
        disabled={progress.phase !== 'estimating' && progress.ids.length === 0}
      />
    </Stack>
  );
}
