import { getDocument, getMindMap, type MindMapNode } from '@lectern/contract';
import { Box, Flex, Loader } from '@mantine/core';
import { IconArrowLeft, IconSitemap } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useApiQuery } from '../../api/queries.ts';
import { MindMap } from '../../features/mind-maps/mind-map.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { TextLink } from '../../ui/link.tsx';
import head from '../knowledge/force.module.css';
import { PassageDrawer } from './passage-drawer.tsx';

/** A document as a mind map; a name opens its passage next to it. */
export function Screen() {
  const { t } = useTranslation('graph');
  const { documentId } = useParams({ from: '/document/$documentId/mind-map' });
  const document = useApiQuery(getDocument, { params: { documentId } }, { staleTime: 30_000 });
  const map = useApiQuery(getMindMap, { params: { documentId } }, { staleTime: 60_000, retry: false });
  const [opened, setOpened] = useState<MindMapNode>();
  const title = document.data ? t('map.of', { name: document.data.name }) : t('map.title');
  usePageTitle(title);
  return (
    <Flex component="main" id="content" direction="column" h="var(--window-height)">
      <header className={head.head}>
        <TextLink
          to="/document/$documentId"
          params={{ documentId }}
          c="dimmed"
          className={head.back}
          aria-label={t('map.document')}
        >
          <IconArrowLeft size={18} aria-hidden />
        </TextLink>
        <Box component="h1" miw={0} m={0} fz="1rem" fw={620}>
          <LongText>{title}</LongText>
        </Box>
      </header>
      {map.data && <MindMap nodes={map.data.nodes} onOpen={setOpened} />}
      {map.isPending && <Loader m="auto" />}
      {map.error &&
        (map.error instanceof ApiError && map.error.code === 'document.not_parsed' ? (
          <EmptyState icon={IconSitemap} title={t('map.notParsed')} text={t('map.notParsedHint')} />
        ) : (
          <ErrorState error={map.error} onRetry={() => void map.refetch()} />
        ))}
      <PassageDrawer
        title={opened?.label}
        opened={opened && { ...opened, documentId, quote: opened.label }}
        onClose={() => setOpened(undefined)}
      />
    </Flex>
  );
}
