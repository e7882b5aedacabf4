import type { KnowledgeBase } from '@lectern/contract';
import { Drawer } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KnowledgeBaseLayout } from '../../features/knowledge-bases/knowledge-base-layout.tsx';
import { EntityPanel } from '../../features/knowledge-graphs/entity-panel.tsx';
import { EntityTable } from '../../features/knowledge-graphs/entity-table.tsx';
import { GraphCost } from '../../features/knowledge-graphs/graph-cost.tsx';
import { GraphSettings } from '../../features/knowledge-graphs/graph-settings.tsx';
import { GraphState } from '../../features/knowledge-graphs/graph-state.tsx';
import { useGraph } from '../../features/knowledge-graphs/use-graph.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';

function Graph({ knowledgeBase }: { knowledgeBase: KnowledgeBase }) {
  const { t } = useTranslation('graph');
  const query = useGraph(knowledgeBase.id);
  const [opened, setOpened] = useState<string>();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={5} height={64} />}>
        {(graph) => (
          <>
            <GraphState knowledgeBase={knowledgeBase} graph={graph} />
            {knowledgeBase.chunkCount > 0 && <GraphCost graph={graph} />}
            <GraphSettings key={knowledgeBase.updatedAt} knowledgeBase={knowledgeBase} />
            {graph.entityCount > 0 && (
              <SectionCard title={t('entities.title')}>
                <EntityTable key={graph.builtAt} graph={graph} onChoose={({ id }) => setOpened(id)} />
              </SectionCard>
            )}
            <Drawer.Root
              opened={opened !== undefined}
              onClose={() => setOpened(undefined)}
              position="right"
              size="min(440px, 100vw)"
              padding={0}
            >
              <Drawer.Overlay />
              <Drawer.Content aria-label={t('panel.label')}>
                <Drawer.Body h="100%">
                  {opened !== undefined && (
                    <EntityPanel
                      knowledgeBaseId={knowledgeBase.id}
                      entityId={opened}
                      types={graph.types.map(({ type }) => type)}
                      onChoose={setOpened}
                      onClose={() => setOpened(undefined)}
                    />
                  )}
                </Drawer.Body>
              </Drawer.Content>
            </Drawer.Root>
          </>
        )}
      </QueryBoundary>
    </>
  );
}

/** The graph of a knowledge base as one of its sections: state, cost, settings, entities. */
export function Screen() {
  const { id } = useSearch({ from: '/knowledge/graph' });
  return (
    <KnowledgeBaseLayout knowledgeBaseId={id} section="graph">
      {(knowledgeBase) => <Graph key={knowledgeBase.id} knowledgeBase={knowledgeBase} />}
    </KnowledgeBaseLayout>
  );
}
