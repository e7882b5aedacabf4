import { Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ViewerContentProps } from '../viewer-content.ts';
import { ViewerFailure } from '../viewer-failure.tsx';
import { PdfView } from './pdf-view.tsx';
import { usePdf } from './use-pdf.ts';

export function PdfLoading({ percent }: { percent: number | null }) {
  const { t } = useTranslation('knowledge');
  return (
    <Stack gap="xs" m="auto" w="min(240px, 60%)" align="center" role="status">
      <Text size="sm" c="dimmed">
        {t('viewer.loading')}
      </Text>
      <Progress
        value={percent ?? 100}
        animated={percent === null}
        size="xs"
        w="100%"
        aria-label={t('viewer.loading')}
      />
    </Stack>
  );
}

export function PdfDocument({ original, passage, onPick, onDownload }: ViewerContentProps) {
  const state = usePdf(original.bytes);
  if (state.status === 'failed')
    return <ViewerFailure error={state.error} onRetry={state.retry} onDownload={onDownload} />;
  if (state.status === 'loading') return <PdfLoading percent={state.percent} />;
  return (
    <PdfView
      {...state.opened}
      passage={passage}
      onPick={onPick}
      onDownload={onDownload}
      sourceUrl={original.sourceUrl}
    />
  );
}
