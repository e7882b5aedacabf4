import { type GuideSource, getBaseGuide, type KnowledgeBase, writeBaseGuide } from '@lectern/contract';
import { Box } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { KnowledgeBaseLayout } from '../../features/knowledge-bases/knowledge-base-layout.tsx';
import { StudyGuideView } from '../../features/study-guides/study-guide-view.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PassageDrawer } from '../documents/passage-drawer.tsx';

function BaseGuide({
  knowledgeBase: { id: knowledgeBaseId, name, abilities },
}: {
  knowledgeBase: KnowledgeBase;
}) {
  const { t } = useTranslation('guide');
  const params = { knowledgeBaseId };
  const guide = useApiQuery(getBaseGuide, { params }, { staleTime: 60_000 });
  const write = useApiMutation(writeBaseGuide, { invalidates: [getBaseGuide] });
  const [opened, setOpened] = useState<GuideSource>();
  return (
    <Box>
      <PageHeader title={t('title')} description={t('description')} />
      <QueryBoundary query={guide} skeleton={<SkeletonList rows={4} height={160} />}>
        {(data) => (
          <StudyGuideView
            title={t('of', { name })}
            guide={data}
            onOpen={setOpened}
            onWrite={abilities.update ? () => write.mutate({ params }) : undefined}
            isWriting={write.isPending}
          />
        )}
      </QueryBoundary>
      <PassageDrawer title={opened?.documentName} opened={opened} onClose={() => setOpened(undefined)} />
    </Box>
  );
}

export function Screen() {
  const { id } = useSearch({ from: '/knowledge/guide' });
  return (
    <KnowledgeBaseLayout knowledgeBaseId={id} section="guide">
      {(knowledgeBase) => <BaseGuide knowledgeBase={knowledgeBase} />}
    </KnowledgeBaseLayout>
  );
}
