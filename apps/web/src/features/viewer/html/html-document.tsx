import { Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { useFileUrl } from '../../../api/use-file-url.ts';
import type { Original } from '../original.ts';
import type { ViewerContentProps } from '../viewer-content.ts';
import { ViewerFailure } from '../viewer-failure.tsx';
import { HtmlView } from './html-view.tsx';
import classes from './slide-picture.module.css';

const drawnWidth = 960;

/** The slide of the passage, where it was rendered; its words are below. */
function SlidePicture({ original, page }: { original: Original; page: number }) {
  const { t } = useTranslation('knowledge');
  const { endpoint, input } = original.page(page, drawnWidth);
  const { url } = useFileUrl(endpoint, input);
  if (url === undefined) return null;
  return (
    <figure className={classes.slide}>
      <img src={url} alt={t('viewer.page', { page })} />
    </figure>
  );
}

const slideFormats = new Set(['pptx', 'ppt', 'odp']);
const lines = ['62%', '96%', '91%', '94%', '48%', '88%', '97%', '73%'];

type HtmlDocumentProps = ViewerContentProps & {
  /** Further tools. */
  tools?: ReactNode;
  onPaper?: (paper: HTMLElement) => void;
  onBlock?: (element: HTMLElement) => void;
};

export function HtmlDocument(props: HtmlDocumentProps) {
  const { original, passage, onPick, onDownload, onPaper, onBlock, tools } = props;
  const { t } = useTranslation('knowledge');
  const { endpoint, input } = original.rendered;
  const { data, error, refetch } = useApiQuery(endpoint, input, {
    staleTime: 60_000,
    retry: false,
  });
  if (error) return <ViewerFailure error={error} onRetry={() => void refetch()} onDownload={onDownload} />;
  if (!data)
    return (
      <Stack p="xl" gap="md" role="status" aria-label={t('viewer.loading')}>
        {lines.map((width) => (
          <Skeleton key={width} h={14} w={width} />
        ))}
      </Stack>
    );
  if (data.blocks.length === 0)
    return (
      <Text c="dimmed" size="sm" ta="center" m="auto" p="xl" maw={420} role="status">
        {original.emptyText ?? t('viewer.noText')}
      </Text>
    );
  const page = slideFormats.has(original.format ?? '') ? passage?.page : undefined;
  return (
    <HtmlView
      lead={page ? <SlidePicture original={original} page={page} /> : undefined}
      rendered={data}
      passage={passage}
      onPick={onPick}
      onDownload={onDownload}
      sourceUrl={original.sourceUrl}
      onPaper={onPaper}
      onBlock={onBlock}
      tools={tools}
    />
  );
}
