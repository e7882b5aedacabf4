import type { ApiError } from '@lectern/client';
import { previewChunks } from '@lectern/contract';
import { Badge, Box, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCut } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { ChunkKindBadge } from '../../ui/chunks/chunk-kind-badge.tsx';
import { ChunkQuestions } from '../../ui/chunks/chunk-questions.tsx';
import { HeadingPath } from '../../ui/chunks/heading-path.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { notifyFailure } from '../../ui/feedback/notify.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import classes from './chunk-preview.module.css';
import type { ProcessingSettings } from './chunking.ts';
import { UnreadPages } from './unread-pages.tsx';

const pause = 500;

type ChunkPreviewProps = {
  documentId: string;
  /** Undefined while the form is incomplete: the last good preview stays. */
  settings: ProcessingSettings | undefined;
};

/** How a document would be cut with these settings, kept up to date while they change. Nothing is stored. */
export function ChunkPreview({ documentId, settings }: ChunkPreviewProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const queryClient = useQueryClient();
  // What is made of the chunks later changes nothing in how they are cut.
  const cut = settings && {
    chunkMethod: settings.chunkMethod,
    chunkOptions: settings.chunkOptions,
    readingOptions: settings.readingOptions,
  };
  const [wanted] = useDebouncedValue(cut, pause);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [previewChunks.id, documentId, wanted],
    queryFn: ({ signal }) => callApi(previewChunks, { params: { documentId }, body: wanted!, signal }),
    enabled: wanted !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });

  const reading = useMutation({
    mutationFn: () =>
      callApi(previewChunks, { params: { documentId }, body: { ...wanted!, recognise: true } }),
    onSuccess: (read) => queryClient.setQueryData([previewChunks.id, documentId, wanted], read),
    onError: (reason) => notifyFailure(reason),
  });

  if (error)
    return (
      <ErrorState error={error as ApiError} title={t('preview.failed')} onRetry={() => void refetch()} />
    );
  if (!data)
    return (
      <Stack gap="sm" role="status" aria-label={t('preview.loading')}>
        <Skeleton h={92} />
        <Skeleton h={92} />
        <Skeleton h={92} />
      </Stack>
    );
  return (
    <section aria-label={t('preview.title')} aria-busy={isFetching}>
      <Group justify="space-between" mb="xs" h={24}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {t(data.pagesRead > 0 ? 'preview.summary' : 'preview.summaryPageless', {
            count: data.total,
            shown: format.number(data.total),
            pages: format.number(data.pagesRead),
          })}
        </Text>
        {isFetching && <Loader size={14} />}
      </Group>
      {data.unread.pages > 0 && (
        <UnreadPages unread={data.unread} isReading={reading.isPending} onRead={() => reading.mutate()} />
      )}
      {data.chunks.length === 0 && data.unread.pages === 0 && (
        <EmptyState icon={IconCut} title={t('preview.none')} text={t('preview.noneHint')} headingOrder={3} />
      )}
      <ol className={classes.list} data-stale={isFetching || undefined}>
        {data.chunks.map((chunk) => (
          <Box
            component="li"
            key={chunk.ordinal}
            p={12}
            bd="1px solid var(--hairline)"
            bdrs={8}
            bg="var(--surface)"
          >
            <Group gap={6} mb={6}>
              <Badge size="sm" color="gray">
                {chunk.ordinal + 1}
              </Badge>
              <ChunkKindBadge kind={chunk.kind} />
              <Text size="xs" c="dimmed" className="numeric">
                {t('chunks.tokens', { count: chunk.tokens, shown: format.number(chunk.tokens) })}
                {chunk.page !== null && ` · ${t('chunks.page', { page: chunk.page })}`}
              </Text>
            </Group>
            <HeadingPath path={chunk.headingPath} />
            <ChunkQuestions questions={chunk.questions} />
            <div className={classes.text}>
              <Markdown text={chunk.text} />
            </div>
          </Box>
        ))}
      </ol>
      {data.total > data.chunks.length && (
        <Text size="sm" c="dimmed" ta="center" mt="sm">
          {t('preview.more', { count: data.total - data.chunks.length })}
        </Text>
      )}
    </section>
  );
}
