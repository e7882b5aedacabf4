import {
  type Assistant,
  type AssistantSettings,
  getAssistant,
  getAssistantDefaults,
  getAssistantDraft,
} from '@lectern/contract';
import { Modal, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQueryOptions, useApiQuery } from '../../api/queries.ts';
import { getLanguage } from '../../locales/i18n.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { WithinLimit } from '../../ui/feedback/within-limit.tsx';
import classes from './form/assistant-form.module.css';
import { AssistantForm } from './form/assistant-form.tsx';
import { DraftNotice } from './versions/draft-notice.tsx';
import { VersionsDrawer } from './versions/versions-drawer.tsx';

/** What the dialog is open for: a new assistant, or one that exists. */
export type AssistantDialogTarget = { kind: 'new' } | { kind: 'existing'; id: string; name: string };

type Props = {
  target: AssistantDialogTarget;
  onClose: () => void;
  onSaved: (assistant: Assistant) => void;
};

/** Creates or configures an assistant; asks before it throws changes away. */
export function AssistantDialog({ target, onClose, onSaved }: Props) {
  const { t } = useTranslation('chat');
  const compact = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const dirty = useRef(false);
  const name = target.kind === 'existing' ? target.name : t('form.createTitle');

  function close() {
    dirty.current = false;
    onClose();
  }

  function askToClose() {
    if (!dirty.current) {
      close();
      return;
    }
    openConfirmModal({
      title: t('form.discardTitle'),
      text: t('form.discardText', { name }),
      confirmLabel: t('form.discard'),
      onConfirm: close,
    });
  }

  return (
    <Modal
      opened
      onClose={askToClose}
      size="54rem"
      fullScreen={compact}
      title={target.kind === 'existing' ? t('form.configureTitle', { name }) : t('form.createTitle')}
      classNames={{
        content: compact ? `${classes.content} ${classes.fullScreen}` : classes.content,
        header: classes.header,
        body: classes.body,
      }}
    >
      <Frame target={target} onClose={close}>
        <DialogBody
          target={target}
          compact={compact}
          onDirtyChange={(value) => {
            dirty.current = value;
          }}
          onCancel={askToClose}
          onSaved={(assistant) => {
            close();
            onSaved(assistant);
          }}
        />
      </Frame>
    </Modal>
  );
}

function Frame({
  target,
  onClose,
  children,
}: {
  target: AssistantDialogTarget;
  onClose: () => void;
  children: ReactNode;
}) {
  if (target.kind === 'existing') return children;
  return (
    <WithinLimit quota="assistants" onClose={onClose} p="lg">
      {children}
    </WithinLimit>
  );
}

type BodyProps = {
  target: AssistantDialogTarget;
  compact: boolean;
  onDirtyChange: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: (assistant: Assistant) => void;
};

function DialogBody({ target, ...rest }: BodyProps) {
  const { t } = useTranslation('chat');
  const client = useQueryClient();
  const isNew = target.kind === 'new';
  const assistantId = isNew ? undefined : target.id;
  const fresh = { staleTime: 0, gcTime: 0 };
  const defaults = useApiQuery(
    getAssistantDefaults,
    { query: { language: getLanguage() } },
    { ...fresh, enabled: isNew },
  );
  const stored = useApiQuery(
    getAssistant,
    { params: { assistantId: assistantId ?? '' } },
    { ...fresh, enabled: !isNew },
  );
  const hasDraft = Boolean(stored.data?.draft);
  const draft = useApiQuery(
    getAssistantDraft,
    { params: { assistantId: assistantId ?? '' } },
    { ...fresh, enabled: hasDraft },
  );
  const query = stored.isError || !hasDraft ? (isNew ? defaults : stored) : draft;
  const dirty = useRef(false);
  const [versions, setVersions] = useState<{ unsaved: boolean } | null>(null);
  const showVersions = () => setVersions({ unsaved: dirty.current });
  const setDirty = (value: boolean) => {
    dirty.current = value;
    rest.onDirtyChange(value);
  };
  if (query.isError)
    return (
      <ErrorState title={t('form.loadFailed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  // Stored settings may have changed elsewhere: the form waits for them rather than start from an old copy.
  if (!query.data || query.isFetching || stored.isFetching)
    return (
      <Stack p="lg" gap="lg" aria-busy="true" aria-label={t('common.loading')}>
        {[40, 64, 40, 64].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
          <Skeleton key={index} height={height} />
        ))}
      </Stack>
    );
  const existing = stored.data;
  const settings: AssistantSettings = query.data;
  return (
    <>
      {existing?.draft && (
        <DraftNotice
          assistantId={existing.id}
          draft={existing.draft}
          version={existing.version}
          onCompare={showVersions}
        />
      )}
      <AssistantForm
        initial={{ ...settings, name: existing?.name ?? '' }}
        assistantId={assistantId}
        isDraft={hasDraft}
        onShowVersions={showVersions}
        {...rest}
        onDirtyChange={setDirty}
        onSaved={(assistant) => {
          const { queryKey } = apiQueryOptions(getAssistant, { params: { assistantId: assistant.id } });
          client.setQueryData(queryKey, assistant);
          rest.onSaved(assistant);
        }}
      />
      <VersionsDrawer
        assistant={
          versions && existing ? { id: existing.id, version: existing.version, hasDraft, ...versions } : null
        }
        onClose={() => setVersions(null)}
      />
    </>
  );
}
