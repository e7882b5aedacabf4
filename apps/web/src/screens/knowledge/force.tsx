import { getKnowledgeBase } from '@lectern/contract';
import { Loader, Progress, Text } from '@mantine/core';
import { IconSitemap } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { ForceView } from '../../features/knowledge-graphs/force/force-view.tsx';
import { isBuilding, useGraph, useNetwork } from '../../features/knowledge-graphs/use-graph.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { WindowPage } from '../../ui/layout/window-page.tsx';
import { LinkButton } from '../../ui/link.tsx';

function Graph({ knowledgeBaseId }: { knowledgeBaseId: string }) {
  const { t } = useTranslation('graph');
  const graph = useGraph(knowledgeBaseId);
  const network = useNetwork(knowledgeBaseId, graph.data?.builtAt ?? null);
  const toBase = (
    <LinkButton to="/knowledge/graph" search={{ id: knowledgeBaseId }} variant="default">
      {t('force.toBase')}
    </LinkButton>
  );
  const failed = graph.error && !graph.data ? graph : network.error && !network.data ? network : undefined;
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (graph.data && graph.data.builtAt === null)
    return (
      <EmptyState
        icon={IconSitemap}
        title={isBuilding(graph.data) ? t('force.building') : t('force.notBuilt')}
        text={isBuilding(graph.data) ? t('force.buildingHint') : t('force.notBuiltHint')}
        action={
          isBuilding(graph.data) ? (
            <Progress value={graph.data.percent} w={240} aria-label={t('card.progress')} animated />
          ) : (
            toBase
          )
        }
      />
    );
  if (!graph.data || !network.data) return <Loader m="auto" />;
  if (network.data.nodes.length === 0)
    return (
      <EmptyState icon={IconSitemap} title={t('force.empty')} text={t('force.emptyHint')} action={toBase} />
    );
  return <ForceView graph={graph.data} network={network.data} />;
}

/** The graph of a knowledge base over the whole window. */
export function Screen() {
  const { t } = useTranslation('graph');
  const { id } = useSearch({ from: '/force' });
  const { data } = useApiQuery(
    getKnowledgeBase,
    { params: { knowledgeBaseId: id } },
    { enabled: id !== '', staleTime: 30_000 },
  );
  const title = data ? t('of', { name: data.name }) : t('title');
  return (
    <WindowPage
      title={title}
      back={
        id === '' ? undefined : { label: t('force.back'), link: { to: '/knowledge/graph', search: { id } } }
      }
    >
      {id === '' ? (
        <EmptyState
          icon={IconSitemap}
          title={t('force.noBase')}
          text={<Text span>{t('force.noBaseHint')}</Text>}
          action={
            <LinkButton to="/knowledge" variant="default">
              {t('force.toBase')}
            </LinkButton>
          }
        />
      ) : (
        <Graph knowledgeBaseId={id} />
      )}
    </WindowPage>
  );
}
