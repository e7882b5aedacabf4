import type { ChunkMethodDescription, KnowledgeBase } from '@lectern/contract';
import { Box, Divider, Stack, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChunkMethods } from '../../api/chunk-methods.ts';
import { ApiError } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import {
  type ChunkingSettings,
  finishChunkingSettings,
  toChunkingSettings,
} from '../../features/chunk-methods/chunking.ts';
import { ChunkingForm } from '../../features/chunk-methods/chunking-form.tsx';
import { PreviewPanel } from '../../features/chunk-methods/preview-panel.tsx';
import { DocumentsUploadTray } from '../../features/documents/documents-upload-tray.tsx';
import { useParsing } from '../../features/documents/parsing/use-parsing.tsx';
import {
  type General,
  GeneralSettings,
  toGeneral,
} from '../../features/knowledge-bases/general-settings.tsx';
import { KnowledgeBaseLayout } from '../../features/knowledge-bases/knowledge-base-layout.tsx';
import { RetrievalDefaults } from '../../features/knowledge-bases/retrieval-defaults.tsx';
import { SaveBar } from '../../features/knowledge-bases/save-bar.tsx';
import { useKnowledgeBaseActions } from '../../features/knowledge-bases/use-knowledge-bases.ts';
import { ReEmbeddingPanel } from '../../features/re-embedding/re-embedding-panel.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import classes from './knowledge-configuration.module.css';

type ConfigurationProps = { knowledgeBase: KnowledgeBase; methods: readonly ChunkMethodDescription[] };

function Configuration({ knowledgeBase, methods }: ConfigurationProps) {
  const { t } = useTranslation('knowledge');
  const { configure } = useKnowledgeBaseActions();
  const parsing = useParsing(knowledgeBase.id);
  const stored = { general: toGeneral(knowledgeBase), chunking: toChunkingSettings(knowledgeBase) };
  const [general, setGeneral] = useState<General>(stored.general);
  const [chunking, setChunking] = useState<ChunkingSettings>(stored.chunking);
  const [nameError, setNameError] = useState<string>();
  const [error, setError] = useState<string>();
  // Re-embedded meanwhile: these two are not changes of this form.
  const { embeddingModelId, folderWeight } = stored.general;
  const [seen, setSeen] = useState({ embeddingModelId, folderWeight });
  if (seen.embeddingModelId !== embeddingModelId || seen.folderWeight !== folderWeight) {
    setSeen({ embeddingModelId, folderWeight });
    setGeneral({ ...general, embeddingModelId, folderWeight });
  }
  const readOnly = !knowledgeBase.abilities.update;
  const settings = finishChunkingSettings(
    chunking,
    methods.find(({ id }) => id === chunking.chunkMethod),
  );
  const processingChanged = JSON.stringify(chunking) !== JSON.stringify(stored.chunking);
  const dirty = processingChanged || JSON.stringify(general) !== JSON.stringify(stored.general);

  async function save(): Promise<void> {
    setError(undefined);
    setNameError(general.name.trim() === '' ? t('form.nameRequired') : undefined);
    if (general.name.trim() === '' || !settings) {
      setError(t('form.fillRequired'));
      return;
    }
    const { embeddingModelId: chosen, ...rest } = general;
    try {
      const saved = await configure.mutateAsync({
        params: { knowledgeBaseId: knowledgeBase.id },
        body: {
          ...rest,
          name: general.name.trim(),
          ...(chosen === embeddingModelId ? {} : { embeddingModelId: chosen }),
          ...settings,
        },
      });
      setGeneral(toGeneral(saved));
      setChunking(toChunkingSettings(saved));
      const { documentCount } = knowledgeBase;
      if (processingChanged && documentCount > 0)
        parsing.applySettings(saved, { count: documentCount, declineLabel: t('applying.keep') });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'knowledge_base.name_taken')
        setNameError(t('form.nameRepeated'));
      setError(describeError(failure));
    }
  }

  function discard(): void {
    setGeneral(stored.general);
    setChunking(stored.chunking);
    setNameError(undefined);
    setError(undefined);
  }

  return (
    <>
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          <GeneralSettings
            value={general}
            onChange={setGeneral}
            nameError={nameError}
            embeddingLocked={knowledgeBase.chunkCount > 0}
            reEmbedding={<ReEmbeddingPanel knowledgeBase={knowledgeBase} />}
            readOnly={readOnly}
          />
          <Divider />
          <section>
            <Title order={2} size="h3" mb={4}>
              {t('configuration.chunking')}
            </Title>
            <Box component="p" mt={0} mx={0} mb={16} c="dimmed" fz="sm">
              {t('configuration.chunkingHint')}
            </Box>
            <ChunkingForm
              methods={methods}
              chunking={chunking}
              onChange={setChunking}
              readOnly={readOnly}
              baseLanguage={general.language}
            />
          </section>
          <Divider />
          <section>
            <Title order={2} size="h3" mb={4}>
              {t('configuration.retrieval')}
            </Title>
            <Box component="p" mt={0} mx={0} mb={16} c="dimmed" fz="sm">
              {t('configuration.retrievalHint')}
            </Box>
            <RetrievalDefaults value={general} onChange={setGeneral} readOnly={readOnly} />
          </section>
        </Stack>
        <aside className={classes.preview} aria-label={t('preview.title')}>
          <PreviewPanel knowledgeBaseId={knowledgeBase.id} settings={settings} />
        </aside>
      </div>
      {parsing.dialog}
      <SaveBar
        dirty={dirty && !readOnly}
        busy={configure.isPending}
        error={error}
        onSave={() => void save()}
        onDiscard={discard}
      />
    </>
  );
}

export function Screen() {
  const { t } = useTranslation('knowledge');
  const { id } = useSearch({ from: '/knowledge/configuration' });
  const methods = useChunkMethods();
  return (
    <KnowledgeBaseLayout
      knowledgeBaseId={id}
      section="configuration"
      floating={<DocumentsUploadTray knowledgeBaseId={id} />}
    >
      {(knowledgeBase) => (
        <>
          <PageHeader title={t('sections.configuration')} description={t('configuration.description')} />
          <QueryBoundary query={methods} skeleton={<SkeletonList />}>
            {({ items }) => (
              <Configuration key={knowledgeBase.id} knowledgeBase={knowledgeBase} methods={items} />
            )}
          </QueryBoundary>
        </>
      )}
    </KnowledgeBaseLayout>
  );
}
