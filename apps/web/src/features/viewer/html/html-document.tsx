import { getRenderedDocument } from '@lectern/contract';
import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import type { Passage, Place } from '../passage.ts';
import { ViewerFailure } from '../viewer-failure.tsx';
import { HtmlView } from './html-view.tsx';

const lines = ['62%', '96%', '91%', '94%', '48%', '88%', '97%', '73%'];

type HtmlDocumentProps = {
  documentId: string;
  passage: Passage | undefined;
  onPick: ((place: Place) => void) | undefined;
  onDownload: () => void;
};

export function HtmlDocument({ documentId, passage, onPick, onDownload }: HtmlDocumentProps) {
  const { t } = useTranslation('knowledge');
  const { data, error, refetch } = useApiQuery(
    getRenderedDocument,
    { params: { documentId } },
    { staleTime: 60_000, retry: false },
  );
  if (error)
    return (
      <ViewerFailure
        notParsed={error.code === 'document.not_parsed'}
        onRetry={() => void refetch()}
        onDownload={onDownload}
      />
    );
  if (!data)
    return (
      <Stack p="xl" gap="md" role="status" aria-label={t('viewer.loading')}>
        {lines.map((width) => (
          <Skeleton key={width} h={14} w={width} />
        ))}
      </Stack>
    );
  return <HtmlView rendered={data} passage={passage} onPick={onPick} onDownload={onDownload} />;
}
