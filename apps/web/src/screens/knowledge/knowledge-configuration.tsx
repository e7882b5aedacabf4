import {
  type ChunkMethodDescription,
  type FolderRule,
  getKnowledgeBase,
  type KnowledgeBase,
  listKnowledgeBases,
  previewFolderRules,
  updateKnowledgeBase,
} from '@lectern/contract';
import { Box, Divider, Stack, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useChunkMethods } from '../../api/chunk-methods.ts';
import {
  type ChunkingSettings,
  finishChunkingSettings,
  toChunkingSettings,
} from '../../features/chunk-methods/chunking.ts';
import { ChunkingForm } from '../../features/chunk-methods/chunking-form.tsx';
import { PreviewPanel } from '../../features/chunk-methods/preview-panel.tsx';
import { DocumentsUploadTray } from '../../features/documents/documents-upload-tray.tsx';
import { useParsing } from '../../features/documents/parsing/use-parsing.tsx';
import { findFieldProblem } from '../../features/knowledge-bases/field-key.ts';
import {
  type General,
  GeneralSettings,
  toGeneral,
} from '../../features/knowledge-bases/general-settings.tsx';
import { KnowledgeBaseLayout } from '../../features/knowledge-bases/knowledge-base-layout.tsx';
import { type LabelsForm, LabelsSettings } from '../../features/knowledge-bases/labels-settings.tsx';
import { RetrievalDefaults } from '../../features/knowledge-bases/retrieval-defaults.tsx';
import { SaveBar } from '../../features/knowledge-bases/save-bar.tsx';
import { ReEmbeddingPanel } from '../../features/re-embedding/re-embedding-panel.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import classes from './knowledge-configuration.module.css';

type ConfigurationProps = { knowledgeBase: KnowledgeBase; methods: readonly ChunkMethodDescription[] };

type Values = General & { chunking: ChunkingSettings } & LabelsForm['values'];

function toValues(knowledgeBase: KnowledgeBase): Values {
  const { metadataFields, folderRules } = knowledgeBase;
  const chunking = toChunkingSettings(knowledgeBase);
  return { ...toGeneral(knowledgeBase), chunking, metadataFields, folderRules };
}

function Configuration({ knowledgeBase, methods }: ConfigurationProps) {
  const { t } = useTranslation(['knowledge', 'labels']);
  const { documentCount, embeddingModelId, folderWeight } = knowledgeBase;
  const parsing = useParsing(knowledgeBase.id);
  const readOnly = !knowledgeBase.abilities.update;
  const finish = (chunking: ChunkingSettings) =>
    finishChunkingSettings(
      chunking,
      methods.find(({ id }) => id === chunking.chunkMethod),
    );
  const form = useApiForm(updateKnowledgeBase, {
    initialValues: toValues(knowledgeBase),
    params: { knowledgeBaseId: knowledgeBase.id },
    toBody: ({ chunking, embeddingModelId: chosen, folderRules, ...general }) => ({
      ...general,
      folderRules: folderRules as FolderRule[],
      ...(chosen === embeddingModelId ? {} : { embeddingModelId: chosen }),
      ...finish(chunking),
    }),
    fieldOf: (path) =>
      /^(chunk|reading|enrichment)/.test(path)
        ? 'chunking'
        : (/^(metadataFields|folderRules)/.exec(path)?.[0] ?? path),
    messages: { name: t('form.nameRequired') },
    validate: ({ chunking, metadataFields, folderRules }) => {
      const problem = findFieldProblem(metadataFields);
      return {
        chunking: finish(chunking) ? undefined : t('form.fillRequired'),
        metadataFields: problem && t(`labels:editor.${problem}`),
        folderRules: folderRules.some(({ folderId }) => folderId === null)
          ? t('labels:rules.folderRequired')
          : undefined,
      };
    },
    errorTexts: { 'knowledge_base.name_taken': t('form.nameRepeated') },
    invalidates: [listKnowledgeBases, getKnowledgeBase, previewFolderRules],
    successMessage: 'knowledge:configuration.saved',
    onSuccess: (saved) => {
      const processingChanged = form.isDirty('chunking');
      form.setInitialValues(toValues(saved));
      form.setValues(toValues(saved));
      if (processingChanged && documentCount > 0)
        parsing.applySettings(saved, { count: documentCount, declineLabel: t('applying.keep') });
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: re-embedded meanwhile, these two are not changes of this form.
  useEffect(() => {
    form.setInitialValues({ ...form.getInitialValues(), embeddingModelId, folderWeight });
    form.setValues({ embeddingModelId, folderWeight });
  }, [embeddingModelId, folderWeight]);
  const { chunking, language } = form.values;
  const settings = finish(chunking);

  return (
    <>
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          <GeneralSettings
            form={form}
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
              onChange={(next) => form.setValues({ chunking: next })}
              readOnly={readOnly}
              baseLanguage={language}
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
            <RetrievalDefaults form={form} readOnly={readOnly} />
          </section>
          <Divider />
          <LabelsSettings knowledgeBase={knowledgeBase} form={form} readOnly={readOnly} />
        </Stack>
        <aside className={classes.preview} aria-label={t('preview.title')}>
          <PreviewPanel knowledgeBaseId={knowledgeBase.id} settings={settings} />
        </aside>
      </div>
      {parsing.dialog}
      {!readOnly && <SaveBar form={form} />}
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
