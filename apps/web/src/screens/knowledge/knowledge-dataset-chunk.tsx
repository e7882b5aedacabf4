import { type Chunk, type Document, getDocument } from '@lectern/contract';
import { Button, Flex, Group, Skeleton, Text } from '@mantine/core';
import { IconAdjustments, IconArrowLeft } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { ChunkingModal } from '../../features/chunk-methods/chunking-modal.tsx';
import { ChunkList } from '../../features/chunks/chunk-list.tsx';
import { containsPosition } from '../../features/chunks/find-chunk-at-position.ts';
import { chunksPageSize, useFindChunk } from '../../features/chunks/use-chunks.ts';
import { pollInterval } from '../../features/documents/document-states.ts';
import { LeftOut } from '../../features/documents/left-out.tsx';
import { useParsing } from '../../features/documents/parsing/use-parsing.tsx';
import { DocumentStatus } from '../../features/documents/table/document-status.tsx';
import { DocumentViewer } from '../../features/viewer/document-viewer.tsx';
import type { Passage, Place } from '../../features/viewer/passage.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SplitPane } from '../../ui/layout/split-pane.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { TextLink } from '../../ui/link.tsx';
import classes from './knowledge-dataset-chunk.module.css';

function toPassage(chunk: Chunk | undefined): Passage | undefined {
  if (!chunk || (chunk.page === null && chunk.boxes.length === 0 && !chunk.charRange)) return undefined;
  return { page: chunk.page, boxes: chunk.boxes, charRange: chunk.charRange };
}

function ChunksBesideOriginal({ document }: { document: Document }) {
  const { t } = useTranslation('knowledge');
  const { chunk: chunkId, search, enabled, page = 1 } = useSearch({ from: '/knowledge/dataset/chunk' });
  const navigate = useNavigate();
  const findChunk = useFindChunk(document.id);
  const [current, setCurrent] = useState<Chunk>();
  const [side, setSide] = useState<'start' | 'end'>('start');

  const setView = useCallback(
    (changes: { search?: string; enabled?: boolean; page?: number; chunk?: string }) =>
      void navigate({
        to: '/knowledge/dataset/chunk',
        search: (before) => ({ ...before, ...changes, document: document.id }),
        replace: true,
      }),
    [navigate, document.id],
  );

  // A link names a chunk; its place is found once.
  useEffect(() => {
    if (chunkId === undefined || current?.id === chunkId) return;
    let left = false;
    void findChunk((chunk) => chunk.id === chunkId).then((found) => {
      if (!left && found) setCurrent(found.chunk);
    });
    return () => {
      left = true;
    };
  }, [chunkId, current?.id, findChunk]);

  const showPlace = useCallback(
    (chunk: Chunk) => {
      setCurrent(chunk);
      setView({ chunk: chunk.id });
    },
    [setView],
  );
  const select = useCallback(
    (chunk: Chunk) => {
      showPlace(chunk);
      setSide('end');
    },
    [showPlace],
  );

  /** Also where it is on another page of the list. */
  const show = useCallback(
    async (matches: (chunk: Chunk) => boolean) => {
      const found = await findChunk(matches);
      if (!found) return;
      setCurrent(found.chunk);
      setView({
        chunk: found.chunk.id,
        search: undefined,
        enabled: undefined,
        page: Math.floor(found.index / chunksPageSize) + 1,
      });
    },
    [findChunk, setView],
  );
  const pick = (place: Place) => void show((chunk) => containsPosition(chunk, place));
  const goTo = useCallback((id: string) => void show((chunk) => chunk.id === id), [show]);

  const passage = useMemo(() => toPassage(current), [current]);
  return (
    <SplitPane
      storageKey="chunks"
      initialSize={44}
      startLabel={t('chunks.title')}
      endLabel={t('viewer.original')}
      side={side}
      onSideChange={setSide}
      start={
        <ChunkList
          document={document}
          view={{ search, enabled, page }}
          onView={setView}
          currentId={current?.id}
          onSelect={select}
          onShow={showPlace}
          onSource={goTo}
        />
      }
      end={<DocumentViewer documentId={document.id} passage={passage} onPick={pick} />}
    />
  );
}

export function Screen() {
  const { t } = useTranslation('knowledge');
  const { document: documentId } = useSearch({ from: '/knowledge/dataset/chunk' });
  const [configuring, setConfiguring] = useState(false);
  const { data, error, refetch } = useApiQuery(
    getDocument,
    { params: { documentId } },
    { refetchInterval: ({ state }) => pollInterval(state.data && [state.data]) },
  );
  const parsing = useParsing(data?.knowledgeBaseId ?? '');
  usePageTitle(data ? `${t('chunks.title')} · ${data.name}` : t('chunks.title'));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Flex direction="column" h="100%">
      <header className={classes.head}>
        {data ? (
          <>
            <TextLink
              to="/knowledge/dataset"
              search={{ id: data.knowledgeBaseId }}
              c="dimmed"
              size="sm"
              className={classes.back}
            >
              <IconArrowLeft size={15} aria-hidden />
              {t('sections.dataset')}
            </TextLink>
            <Text component="h1" flex="1 1 200px" miw={0} m={0} fz="1rem" fw={620}>
              <LongText>{data.name}</LongText>
            </Text>
            <Group gap="xs" className={classes.state}>
              <DocumentStatus document={data} />
              <LeftOut document={data} onParse={parsing.parseOne} />
              {data.abilities.update && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconAdjustments size={15} aria-hidden />}
                  onClick={() => setConfiguring(true)}
                >
                  {t('documents.configure')}
                </Button>
              )}
            </Group>
          </>
        ) : (
          <Skeleton h={24} w={280} />
        )}
      </header>
      <div className={classes.panes}>
        {/* A new parse brings new chunks under new ids. */}
        {data && <ChunksBesideOriginal key={data.id} document={data} />}
      </div>
      <ChunkingModal
        document={configuring ? data : undefined}
        onClose={() => setConfiguring(false)}
        onParse={parsing.parseOne}
      />
      {parsing.dialog}
    </Flex>
  );
}
