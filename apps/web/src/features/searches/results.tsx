import type { FoundDocument, RetrievalHit, SearchableBase } from '@lectern/contract';
import { Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconFileSearch, IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { Facets } from './facets.tsx';
import { type Filters, filterDocuments } from './filters.ts';
import { FoundDocumentCard } from './found-document-card.tsx';
import classes from './searches.module.css';
import type { Search } from './use-search.ts';

const pageSize = 10;

type Props = {
  search: Search;
  bases: readonly SearchableBase[];
  filters: Filters;
  onFilters: (filters: Filters) => void;
  /** `all`: what was found in the same document, to walk through. */
  onOpen: (hit: RetrievalHit, all: RetrievalHit[]) => void;
  renderActions: (document: FoundDocument) => ReactNode;
};

/** The documents found, with their passages and filters. */
export function Results({ search, bases, filters, onFilters, onOpen, renderActions }: Props) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const [shown, setShown] = useState(pageSize);
  const { results } = search;
  const now = useMemo(() => (results ? Date.now() : 0), [results]);
  const byDocument = useMemo(
    () => Map.groupBy(results?.hits ?? [], ({ documentId }) => documentId),
    [results],
  );
  if (!results)
    return (
      <Stack gap="sm" role="status" aria-label={t('searching')}>
        <Skeleton h={28} w="40%" />
        <Skeleton h={150} />
        <Skeleton h={150} />
        <Skeleton h={150} />
      </Stack>
    );
  if (results.documents.length === 0)
    return (
      <EmptyState
        icon={IconFileSearch}
        title={t('nothing.title')}
        text={t('nothing.text')}
        headingOrder={2}
      />
    );
  const documents = filterDocuments(results.documents, filters, now);
  const nameOf = (id: string) => bases.find((base) => base.id === id)?.name ?? '';
  return (
    <section aria-label={t('results')}>
      <Box className={classes.bar}>
        <div role="status">
          <Text component="h2" fz="sm" fw={600} m={0}>
            {t('found', { count: documents.length, time: format.duration(Math.round(results.took)) })}
          </Text>
        </div>
        <Facets
          documents={results.documents}
          bases={bases}
          filters={filters}
          now={now}
          onChange={onFilters}
        />
      </Box>
      {documents.length === 0 && (
        <EmptyState
          icon={IconFilterOff}
          title={t('filteredOut.title')}
          text={t('filteredOut.text')}
          headingOrder={3}
        />
      )}
      <ul className={classes.documents}>
        {documents.slice(0, shown).map((document) => {
          const hits = byDocument.get(document.id) ?? [];
          return (
            <FoundDocumentCard
              key={document.id}
              document={document}
              baseName={bases.length > 1 ? nameOf(document.knowledgeBaseId) : ''}
              hits={hits}
              onOpen={(hit) => onOpen(hit, hits)}
              actions={renderActions(document)}
            />
          );
        })}
      </ul>
      {documents.length > shown && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setShown(shown + pageSize)}>
          {t('moreDocuments', { count: documents.length - shown })}
        </Button>
      )}
    </section>
  );
}
