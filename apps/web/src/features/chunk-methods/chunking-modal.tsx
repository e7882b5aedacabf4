import {
  type Document,
  getDocument,
  getKnowledgeBase,
  listDocuments,
  updateDocument,
} from '@lectern/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChunkMethods } from '../../api/chunk-methods.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { notify } from '../../ui/feedback/notify.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { ChunkPreview } from './chunk-preview.tsx';
import { type ChunkingSettings, finishChunkingSettings, toChunkingSettings } from './chunking.ts';
import { ChunkingForm } from './chunking-form.tsx';
import classes from './chunking-modal.module.css';

type ChunkingModalProps = {
  document: Document | undefined;
  onClose: () => void;
  /** Called after saving where the person also asked to parse. */
  onParse: (document: Document) => void;
};

/** Method and options of one document, next to a preview of the chunks. */
export function ChunkingModal({ document, onClose, onParse }: ChunkingModalProps) {
  const { t } = useTranslation(['knowledge', 'shell']);
  const narrow = useMediaQuery('(max-width: 62em)');
  return (
    <Modal
      opened={document !== undefined}
      onClose={onClose}
      title={document && t('chunking.title', { name: document.name })}
      size="min(1120px, 94vw)"
      fullScreen={narrow}
    >
      {document && (
        <ChunkingEditor key={document.id} document={document} onClose={onClose} onParse={onParse} />
      )}
    </Modal>
  );
}

function ChunkingEditor({ document, onClose, onParse }: ChunkingModalProps & { document: Document }) {
  const { t } = useTranslation(['knowledge', 'shell']);
  const methods = useChunkMethods();
  const [chunking, setChunking] = useState<ChunkingSettings>(() => toChunkingSettings(document));
  const save = useApiMutation(updateDocument, { invalidates: [listDocuments, getDocument] });
  const base = useApiQuery(
    getKnowledgeBase,
    { params: { knowledgeBaseId: document.knowledgeBaseId } },
    { staleTime: 30_000 },
  );
  const method = methods.data?.items.find(({ id }) => id === chunking.chunkMethod);
  const settings = finishChunkingSettings(chunking, method);
  const parsing = document.status === 1;

  async function saveAnd(parse: boolean): Promise<void> {
    if (!settings) {
      notify('error', t('form.fillRequired'));
      return;
    }
    const saved = await save
      .mutateAsync({ params: { documentId: document.id }, body: settings })
      .catch(() => null);
    if (!saved) return;
    if (parse) onParse(saved);
    onClose();
  }

  return (
    <>
      <QueryBoundary query={methods} skeleton={<SkeletonList />}>
        {({ items }) => (
          <div className={classes.columns}>
            <div>
              <ChunkingForm
                methods={items}
                chunking={chunking}
                onChange={setChunking}
                format={document.format}
                baseLanguage={base.data?.language}
              />
            </div>
            <Stack
              gap="xs"
              className={classes.preview}
              tabIndex={0}
              role="region"
              aria-label={t('preview.title')}
            >
              <Text component="h3" fw={600} m={0}>
                {t('preview.title')}
              </Text>
              <ChunkPreview documentId={document.id} settings={settings} />
            </Stack>
          </div>
        )}
      </QueryBoundary>
      <Group justify="flex-end" gap="xs" className={classes.foot}>
        {base.data && (
          <Button
            variant="subtle"
            mr="auto"
            leftSection={<IconRestore size={16} stroke={1.6} aria-hidden />}
            onClick={() => setChunking(toChunkingSettings(base.data))}
          >
            {t('chunking.useBase')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('shell:actions.cancel')}
        </Button>
        <Button variant="default" loading={save.isPending} onClick={() => void saveAnd(false)}>
          {t('shell:actions.save')}
        </Button>
        {!parsing && (
          <Button loading={save.isPending} onClick={() => void saveAnd(true)}>
            {t('chunking.saveAndParse')}
          </Button>
        )}
      </Group>
    </>
  );
}
