import { ApiError } from '@lectern/client';
import { type GuideSource, getDocument, getDocumentGuide, writeDocumentGuide } from '@lectern/contract';
import { Box } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { StudyGuideView } from '../../features/study-guides/study-guide-view.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { WindowPage } from '../../ui/layout/window-page.tsx';
import { PassageDrawer } from './passage-drawer.tsx';

/** The study guide of a document; an entry opens its passage next to it. */
export function Screen() {
  const { t } = useTranslation('guide');
  const { documentId } = useParams({ from: '/document/$documentId/study-guide' });
  const document = useApiQuery(getDocument, { params: { documentId } }, { staleTime: 30_000 });
  const guide = useApiQuery(
    getDocumentGuide,
    { params: { documentId } },
    { staleTime: 60_000, retry: false },
  );
  const write = useApiMutation(writeDocumentGuide, { invalidates: [getDocumentGuide] });
  const [opened, setOpened] = useState<GuideSource>();
  const title = document.data ? t('of', { name: document.data.name }) : t('title');
  const isNotParsed = guide.error instanceof ApiError && guide.error.code === 'document.not_parsed';
  return (
    <WindowPage
      title={title}
      back={{ label: t('back'), link: { to: '/document/$documentId', params: { documentId } } }}
    >
      <Box flex={1} mih={0} p={{ base: 16, sm: 28 }} style={{ overflowY: 'auto' }}>
        <Box maw={880} mx="auto">
          {guide.data && (
            <StudyGuideView
              title={title}
              guide={guide.data}
              onOpen={setOpened}
              onWrite={
                document.data?.abilities.update ? () => write.mutate({ params: { documentId } }) : undefined
              }
              isWriting={write.isPending}
            />
          )}
          {guide.isPending && <SkeletonList rows={4} height={160} />}
          {isNotParsed && <EmptyState icon={IconBook2} title={t('notParsed')} text={t('notParsedHint')} />}
          {guide.error && !isNotParsed && (
            <ErrorState error={guide.error} onRetry={() => void guide.refetch()} />
          )}
        </Box>
      </Box>
      <PassageDrawer title={opened?.documentName} opened={opened} onClose={() => setOpened(undefined)} />
    </WindowPage>
  );
}
