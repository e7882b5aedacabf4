import { drawSearchMindMap, type RetrievalHit } from '@lectern/contract';
import { Box, Button, Loader, Modal } from '@mantine/core';
import { IconSitemap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { MindMap } from '../../features/mind-maps/mind-map.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';

type Props = {
  question: string;
  hits: readonly RetrievalHit[];
  onOpen: (hit: RetrievalHit) => void;
};

/** What was found as a mind map: documents, their headings, and what the passages name. */
export function ResultsMap({ question, hits, onOpen }: Props) {
  const { t } = useTranslation('search');
  const [opened, setOpened] = useState(false);
  const chunkIds = hits.map(({ chunkId }) => chunkId);
  const map = useQuery({
    queryKey: [drawSearchMindMap.id, question, chunkIds],
    queryFn: ({ signal }) => callApi(drawSearchMindMap, { body: { question, chunkIds }, signal }),
    enabled: opened,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSitemap size={16} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('mindMap')}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={question} size="min(1200px, 96vw)">
        <Box h="min(70dvh, 720px)" display="flex" bd="1px solid var(--hairline)" bdrs="md">
          {map.data && (
            <MindMap
              nodes={map.data.nodes}
              onOpen={({ chunkId }) => {
                const hit = hits.find((found) => found.chunkId === chunkId);
                if (hit) onOpen(hit);
              }}
            />
          )}
          {map.isPending && <Loader m="auto" role="status" aria-label={t('searching')} />}
          {map.error && <ErrorState error={map.error} onRetry={() => void map.refetch()} />}
        </Box>
      </Modal>
    </>
  );
}
