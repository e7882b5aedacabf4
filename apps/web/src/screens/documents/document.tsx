import { getDocument, readBoxes } from '@lectern/contract';
import { Box, Flex } from '@mantine/core';
import { IconBook2, IconSitemap } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { DocumentViewer } from '../../features/viewer/document-viewer.tsx';
import type { Passage } from '../../features/viewer/passage.ts';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { LinkButton } from '../../ui/link.tsx';
import classes from './document.module.css';

/** A document by itself, opened at the place that the address names. */
export function Screen() {
  const { t } = useTranslation('knowledge');
  const { documentId } = useParams({ from: '/document/$documentId' });
  const { page, start, end, quote, boxes, version } = useSearch({ from: '/document/$documentId' });
  const { data } = useApiQuery(getDocument, { params: { documentId } }, { staleTime: 30_000 });
  usePageTitle(data?.name ?? t('viewer.original'));
  const passage = useMemo((): Passage | undefined => {
    const marked = readBoxes(boxes);
    if (page === undefined && start === undefined && quote === undefined && marked.length === 0)
      return undefined;
    return {
      page,
      quote,
      boxes: marked,
      charRange: start !== undefined && end !== undefined && end > start ? { start, end } : undefined,
    };
  }, [page, start, end, quote, boxes]);
  return (
    <Flex component="main" id="content" direction="column" h="var(--window-height)">
      <header className={classes.head}>
        <h1 className={classes.title}>{data?.name ?? t('viewer.original')}</h1>
        {(data?.chunkCount ?? 0) > 0 && (
          <LinkButton
            to="/document/$documentId/study-guide"
            params={{ documentId }}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconBook2 size={15} aria-hidden />}
          >
            {t('documents.studyGuide')}
          </LinkButton>
        )}
        {(data?.chunkCount ?? 0) > 0 && (
          <LinkButton
            to="/document/$documentId/mind-map"
            params={{ documentId }}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconSitemap size={15} aria-hidden />}
          >
            {t('documents.mindMap')}
          </LinkButton>
        )}
      </header>
      <Box flex={1} mih={0}>
        <DocumentViewer documentId={documentId} version={version} passage={passage} />
      </Box>
    </Flex>
  );
}
