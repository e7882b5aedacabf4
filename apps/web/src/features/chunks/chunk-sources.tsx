import type { Chunk } from '@lectern/contract';
import { Group, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './chunk-sources.module.css';

const shownSources = 24;

/** The chunks that a summary was written over, each one click away. */
export function ChunkSources({ chunk, onSource }: { chunk: Chunk; onSource: (chunkId: string) => void }) {
  const { t } = useTranslation('knowledge');
  const { sourceChunkIds } = chunk;
  if (sourceChunkIds.length === 0) return null;
  return (
    <Group gap={4} mt={8}>
      <Text size="xs" c="dimmed" mr={4}>
        {t('chunks.sources', { count: sourceChunkIds.length })}
      </Text>
      {sourceChunkIds.slice(0, shownSources).map((id, index) => (
        <UnstyledButton
          key={id}
          className={classes.source}
          aria-label={t('chunks.source', { number: index + 1 })}
          onClick={(event) => {
            event.stopPropagation();
            onSource(id);
          }}
        >
          {index + 1}
        </UnstyledButton>
      ))}
    </Group>
  );
}
