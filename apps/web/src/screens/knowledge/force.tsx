import { getKnowledgeBase } from '@lectern/contract';
import { Box, Flex, Loader, Progress, Text } from '@mantine/core';
import { IconArrowLeft, IconSitemap } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { ForceView } from '../../features/knowledge-graphs/force/force-view.tsx';
import { isBuilding, useGraph, useNetwork } from '../../features/knowledge-graphs/use-graph.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { LinkButton, TextLink } from '../../ui/link.tsx';
import classes from './force.module.css';

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
  usePageTitle(title);
  return (
    <Flex component="main" id="content" direction="column" h="var(--window-height)">
      <header className={classes.head}>
        {id !== '' && (
          <TextLink
            to="/knowledge/graph"
            search={{ id }}
            c="dimmed"
            className={classes.back}
            aria-label={t('force.back')}
          >
            <IconArrowLeft size={18} aria-hidden />
          </TextLink>
        )}
        <Box component="h1" miw={0} m={0} fz="1rem" fw={620}>
          <LongText>{title}</LongText>
        </Box>
      </header>
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
    </Flex>
  );
}
