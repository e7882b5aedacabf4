import { ApiError } from '@lectern/client';
import { getDocument, getMindMap, type MindMapNode } from '@lectern/contract';
import { Loader } from '@mantine/core';
import { IconSitemap } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { MindMap } from '../../features/mind-maps/mind-map.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { WindowPage } from '../../ui/layout/window-page.tsx';
import { PassageDrawer } from './passage-drawer.tsx';

/** A document as a mind map; a name opens its passage next to it. */
export function Screen() {
  const { t } = useTranslation('graph');
  const { documentId } = useParams({ from: '/document/$documentId/mind-map' });
  const document = useApiQuery(getDocument, { params: { documentId } }, { staleTime: 30_000 });
  const map = useApiQuery(getMindMap, { params: { documentId } }, { staleTime: 60_000, retry: false });
  const [opened, setOpened] = useState<MindMapNode>();
  const title = document.data ? t('map.of', { name: document.data.name }) : t('map.title');
  return (
    <WindowPage
      title={title}
      back={{ label: t('map.document'), link: { to: '/document/$documentId', params: { documentId } } }}
    >
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
    </WindowPage>
  );
}
