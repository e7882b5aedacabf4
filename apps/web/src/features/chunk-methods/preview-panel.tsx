import { listDocuments } from '@lectern/contract';
import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { ChunkPreview } from './chunk-preview.tsx';
import type { ProcessingSettings } from './chunking.ts';

type PreviewPanelProps = { knowledgeBaseId: string; settings: ProcessingSettings | undefined };

/** The effect of settings on a document of one's choice. */
export function PreviewPanel({ knowledgeBaseId, settings }: PreviewPanelProps) {
  const { t } = useTranslation('knowledge');
  const { data } = useApiQuery(listDocuments, {
    params: { knowledgeBaseId },
    query: { sort: 'name', direction: 'asc', pageSize: 200 },
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const documents = data?.items ?? [];
  const documentId = chosen ?? documents[0]?.id;
  return (
    <Stack gap="sm">
      <div>
        <Text component="h2" size="lg" fw={600} m={0}>
          {t('preview.title')}
        </Text>
        <Text size="sm" c="dimmed">
          {data && documents.length === 0 ? t('preview.noDocuments') : t('preview.hint')}
        </Text>
      </div>
      {documentId !== undefined && (
        <>
          <Select
            label={t('preview.document')}
            searchable
            allowDeselect={false}
            data={documents.map(({ id, name }) => ({ value: id, label: name }))}
            value={documentId}
            onChange={setChosen}
          />
          <ChunkPreview documentId={documentId} settings={settings} />
        </>
      )}
    </Stack>
  );
}
