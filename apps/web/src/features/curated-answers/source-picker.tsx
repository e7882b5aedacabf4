import { type CuratedSource, curatedAnswerLimits, type RetrievalHit, retrieve } from '@lectern/contract';
import { ActionIcon, Box, Button, Flex, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';

type Props = {
  knowledgeBaseIds: string[];
  /** Searched for, unless other words are given. */
  question: string;
  sources: CuratedSource[];
  error: ReactNode;
  onChange: (sources: CuratedSource[]) => void;
};

/** The passages that an answer cites, and a search for more. */
export function SourcePicker({ knowledgeBaseIds, question, sources, error, onChange }: Props) {
  const { t } = useTranslation('improve');
  const [words, setWords] = useState<string>();
  const search = useApiMutation(retrieve);
  const text = (words ?? question).trim();
  const found = search.data?.hits.filter(({ chunkId }) => sources.every((one) => one.chunkId !== chunkId));
  const run = () => search.mutate({ body: { question: text, knowledgeBaseIds, settings: { topN: 8 } } });
  const isFull = sources.length >= curatedAnswerLimits.maxSources;
  return (
    <Input.Wrapper label={t('curated.sources')} description={t('curated.sourcesText')} error={error}>
      <Stack gap="xs" mt={6}>
        {sources.map((source, place) => (
          <Passage
            key={source.chunkId}
            number={place + 1}
            source={source}
            action={
              <ActionIcon
                aria-label={t('curated.removeSource', { number: place + 1 })}
                onClick={() => onChange(sources.filter(({ chunkId }) => chunkId !== source.chunkId))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            }
          />
        ))}
        {knowledgeBaseIds.length > 0 && !isFull && (
          <Group gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t('curated.findPassages')}
              placeholder={t('curated.findPassages')}
              maxLength={1_000}
              value={words ?? question}
              onChange={(event) => setWords(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                if (text !== '') run();
              }}
            />
            <Button variant="default" disabled={text === ''} loading={search.isPending} onClick={run}>
              {t('curated.find')}
            </Button>
          </Group>
        )}
        {found?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('curated.nothingFound')}
          </Text>
        )}
        {!isFull &&
          found?.map((hit) => (
            <Passage
              key={hit.chunkId}
              source={asSource(hit)}
              action={
                <ActionIcon
                  aria-label={t('curated.addSource', { document: hit.documentName })}
                  onClick={() => onChange([...sources, asSource(hit)])}
                >
                  <IconPlus size={16} aria-hidden />
                </ActionIcon>
              }
            />
          ))}
      </Stack>
    </Input.Wrapper>
  );
}

function asSource({
  chunkId,
  documentId,
  documentName,
  page,
  headingPath,
  text,
}: RetrievalHit): CuratedSource {
  return { chunkId, documentId, documentName, page, headingPath, text, gone: false };
}

function Passage({ number, source, action }: { number?: number; source: CuratedSource; action: ReactNode }) {
  const { t } = useTranslation('improve');
  const place = [
    source.documentName,
    source.page === null ? null : t('page', { page: source.page }),
    ...source.headingPath,
  ].filter((part) => part !== null);
  return (
    <Flex gap={10} align="flex-start" p={8} bd="1px solid var(--hairline)" bdrs="md">
      {number !== undefined && (
        <Text size="sm" fw={600} className="numeric">
          [{number}]
        </Text>
      )}
      <Box flex={1} miw={0}>
        <Text size="xs" c="dimmed" className="break-anywhere">
          {place.join(' › ')}
        </Text>
        {source.gone && (
          <Text size="xs" c="var(--warning)">
            {t('curated.sourceGone')}
          </Text>
        )}
        <Text size="sm" lineClamp={2} c={source.gone ? 'dimmed' : undefined} className="break-anywhere">
          {source.text}
        </Text>
      </Box>
      {action}
    </Flex>
  );
}
