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
import { useTranslation } from 'react-i18next';
import { useChunkMethods } from '../../api/chunk-methods.ts';
import { useApiQuery } from '../../api/queries.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
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
  const base = useApiQuery(
    getKnowledgeBase,
    { params: { knowledgeBaseId: document.knowledgeBaseId } },
    { staleTime: 30_000 },
  );
  const finish = (chunking: ChunkingSettings) =>
    finishChunkingSettings(
      chunking,
      methods.data?.items.find(({ id }) => id === chunking.chunkMethod),
    );
  const form = useApiForm(updateDocument, {
    initialValues: { chunking: toChunkingSettings(document), parse: false },
    params: { documentId: document.id },
    toBody: ({ chunking }) => finish(chunking) ?? {},
    fieldOf: () => 'chunking',
    validate: ({ chunking }) => ({ chunking: finish(chunking) ? undefined : t('form.fillRequired') }),
    invalidates: [listDocuments, getDocument],
    onSuccess: (saved, { parse }) => {
      if (parse) onParse(saved);
      onClose();
    },
  });
  const { chunking } = form.values;
  const settings = finish(chunking);
  const setChunking = (next: ChunkingSettings) => form.setFieldValue('chunking', next);
  function saveAnd(parse: boolean): void {
    form.setFieldValue('parse', parse);
    form.submit();
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
        <FormError error={form.error} w="100%">
          {form.errors.chunking}
        </FormError>
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
        <Button variant="default" loading={form.isSending} onClick={() => saveAnd(false)}>
          {t('shell:actions.save')}
        </Button>
        {document.status !== 1 && (
          <Button loading={form.isSending} onClick={() => saveAnd(true)}>
            {t('chunking.saveAndParse')}
          </Button>
        )}
      </Group>
    </>
  );
}
