import {
  type Document,
  type DocumentVersion,
  deleteDocumentVersion,
  getDocument,
  getRenderedDocument,
  listChunks,
  listDocumentVersions,
  replaceDocumentFile,
  restoreDocumentVersion,
} from '@lectern/contract';
import { Badge, Button, FileButton, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '../../../api/client.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { FormatIcon } from '../../../ui/display/format-icon.tsx';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { notifyFailure } from '../../../ui/feedback/notify.ts';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { FormattedBytes, FormattedDate } from '../../../ui/format/formatted.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { statusOf } from '../document-states.ts';
import { documentQueries } from '../use-documents.ts';
import { VersionChanges } from './version-changes.tsx';
import classes from './versions.module.css';

type Props = { document: Document | undefined; onClose: () => void };

/** The files that a document has and had: a new one, the way back to an earlier one, and what changed. */
export function VersionsDialog({ document, onClose }: Props) {
  const { t } = useTranslation('labels');
  return (
    <Modal
      opened={document !== undefined}
      onClose={onClose}
      title={document && t('versions.title', { name: document.name })}
      size="xl"
    >
      {document && <Versions key={document.id} documentId={document.id} />}
    </Modal>
  );
}

const changed = [...documentQueries, listDocumentVersions, listChunks, getRenderedDocument];

function Versions({ documentId }: { documentId: string }) {
  const { t } = useTranslation('labels');
  const params = { documentId };
  const document = useApiQuery(
    getDocument,
    { params },
    { refetchInterval: ({ state }) => (state.data && statusOf(state.data) === 'parsing' ? 1_000 : false) },
  );
  const parsing = document.data !== undefined && statusOf(document.data) === 'parsing';
  const versions = useApiQuery(
    listDocumentVersions,
    { params },
    { refetchInterval: parsing ? 1_000 : false },
  );
  const [compared, setCompared] = useState<number>();
  const answering = versions.data?.items.find(({ answers }) => answers);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('versions.text')}
      </Text>
      <Replace documentId={documentId} />
      <QueryBoundary query={versions} skeleton={<SkeletonList rows={2} />}>
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((version) => (
              <Version
                key={version.number}
                documentId={documentId}
                version={version}
                parsing={parsing && version.current && !version.answers}
                compare={
                  answering && answering.number !== version.number && version.hasText ? (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-expanded={compared === version.number}
                      onClick={() => setCompared(compared === version.number ? undefined : version.number)}
                    >
                      {t('versions.compare')}
                    </Button>
                  ) : null
                }
              >
                {compared === version.number && answering && (
                  <VersionChanges
                    documentId={documentId}
                    before={Math.min(version.number, answering.number)}
                    after={Math.max(version.number, answering.number)}
                  />
                )}
              </Version>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Stack>
  );
}

/** Sends another file; the one that answers goes on until the new one is read. */
function Replace({ documentId }: { documentId: string }) {
  const { t } = useTranslation('labels');
  const client = useQueryClient();
  const [share, setShare] = useState<number>();
  async function send(file: File | null): Promise<void> {
    if (!file) return;
    setShare(0);
    try {
      await uploadFile(replaceDocumentFile, { params: { documentId }, file, onProgress: setShare });
      await Promise.all(changed.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
    } catch (error) {
      notifyFailure(error);
    }
    setShare(undefined);
  }
  return (
    <Group>
      <FileButton onChange={(file) => void send(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={share !== undefined}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t('versions.replace')}
          </Button>
        )}
      </FileButton>
      {share !== undefined && <Progress flex={1} value={share * 100} aria-label={t('versions.replace')} />}
    </Group>
  );
}

type VersionProps = {
  documentId: string;
  version: DocumentVersion;
  parsing: boolean;
  compare: ReactNode;
  children: ReactNode;
};

function Version({ documentId, version, parsing, compare, children }: VersionProps) {
  const { t } = useTranslation('labels');
  const { number, fileName, format, sizeBytes, current, answers, addedByName, addedAt } = version;
  const params = { documentId, number };
  const restore = useApiMutation(restoreDocumentVersion, { invalidates: changed });
  const remove = useApiMutation(deleteDocumentVersion, { invalidates: changed, handlesError: true });
  return (
    <li className={classes.version}>
      <Group gap="sm" align="flex-start">
        <FormatIcon format={format} />
        <div className={classes.words}>
          <Group gap={8}>
            <Text size="sm" fw={600}>
              {t('versions.number', { number })}
            </Text>
            {answers && (
              <Badge size="sm" variant="light" color="teal" tt="none">
                {t('versions.answers')}
              </Badge>
            )}
            {current && !answers && (
              <Badge size="sm" variant="light" color="yellow" tt="none">
                {t(parsing ? 'versions.reading' : 'versions.notRead')}
              </Badge>
            )}
          </Group>
          <TextLink
            to="/document/$documentId"
            params={{ documentId }}
            search={{ version: number }}
            target="_blank"
            rel="noopener"
            size="sm"
            className="break-anywhere"
          >
            {fileName}
          </TextLink>
          <Text size="xs" c="dimmed">
            <FormattedBytes bytes={sizeBytes} /> · <FormattedDate at={addedAt} />
            {addedByName !== '' && ` · ${addedByName}`}
          </Text>
        </div>
        <Group gap={2} justify="flex-end" ml="auto">
          {compare}
          {!current && (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={restore.isPending}
              onClick={() => restore.mutate({ params })}
            >
              {t('versions.restore')}
            </Button>
          )}
          {!current && !answers && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() =>
                openConfirmModal({
                  title: t('versions.deleteTitle', { number }),
                  text: t('versions.deleteText'),
                  confirmLabel: t('versions.delete'),
                  onConfirm: () => remove.mutateAsync({ params }),
                })
              }
            >
              {t('versions.delete')}
            </Button>
          )}
        </Group>
      </Group>
      {children}
    </li>
  );
}
