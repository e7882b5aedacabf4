import { listSearchableBases, type RetrievalHit } from '@lectern/contract';
import { Group, Tooltip } from '@mantine/core';
import { IconFileSearch, IconSitemap } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { RelatedQuestions } from '../../features/searches/related-questions.tsx';
import { Results } from '../../features/searches/results.tsx';
import { SavedSearches, SaveSearchButton } from '../../features/searches/saved-searches.tsx';
import { SearchForm } from '../../features/searches/search-form.tsx';
import { useSearch } from '../../features/searches/use-search.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FilterMenu } from '../../ui/labels/filter-menu.tsx';
import { useDocumentLabels } from '../../ui/labels/use-document-labels.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { IconLink, LinkButton } from '../../ui/link.tsx';
import { asCitation, type Opened, OpenedPassage } from './opened-passage.tsx';
import { addressOf, addressOfSaved, filtersOf, savedFiltersOf } from './read-search.ts';
import { ResultsMap } from './results-map.tsx';
import classes from './search.module.css';
import { Summary } from './summary.tsx';

const route = getRouteApi('/search');
const noBases: never[] = [];

/** A question to documents: what was found at once, and a summary beside it. */
export function Screen() {
  const { t } = useTranslation('search');
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data, isError, error, refetch } = useApiQuery(listSearchableBases, {}, { staleTime: 30_000 });
  const bases = data?.items ?? noBases;
  const question = address.q ?? '';
  const { search, retry, stop } = useSearch(question, address.in ?? noBases, address.filter ?? null);
  const labels = useDocumentLabels(address.in ?? noBases);
  const openCitation = useCallback((citation: Opened['citation'], all: Opened['all']) => {
    setOpened({ citation, all });
  }, []);
  const ask = (q: string, baseIds = address.in ?? []) => {
    window.scrollTo({ top: 0 });
    const { filter } = address;
    void navigate({ search: { q, in: baseIds.length > 0 ? baseIds : undefined, filter } });
  };

  function openHit(hit: RetrievalHit, all: readonly RetrievalHit[]) {
    const citations = all.map(asCitation);
    const citation = citations.find(({ chunkId }) => chunkId === hit.chunkId);
    if (citation) setOpened({ citation, all: citations });
  }

  function renderActions() {
    const hits = search?.results?.hits ?? [];
    return (
      <Group gap="xs">
        {hits.length > 0 && (
          <ResultsMap question={question} hits={hits} onOpen={(hit) => openHit(hit, [hit])} />
        )}
        <SaveSearchButton
          question={question}
          knowledgeBaseIds={address.in ?? []}
          filter={address.filter ?? null}
          filters={savedFiltersOf(address)}
        />
        <LinkButton to="/search" variant="subtle">
          {t('saved.title')}
        </LinkButton>
      </Group>
    );
  }

  function renderBody() {
    if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (data && bases.length === 0)
      return <EmptyState icon={IconFileSearch} title={t('noBases.title')} text={t('noBases.text')} />;
    if (!search)
      return (
        <>
          <EmptyState icon={IconFileSearch} title={t('start.title')} text={t('start.text')} />
          <SavedSearches onRun={(saved) => void navigate({ search: addressOfSaved(saved) })} />
        </>
      );
    if (search.phase === 'failed' && !search.results)
      return <ErrorState error={search.error} title={t('failed')} onRetry={retry} />;
    return (
      <div
        className={classes.layout}
        key={`${question} ${address.in?.join()} ${JSON.stringify(address.filter)}`}
      >
        <div className={classes.results}>
          <Results
            search={search}
            bases={bases}
            filters={filtersOf(address)}
            onFilters={(filters) =>
              void navigate({
                search: { q: address.q, in: address.in, filter: address.filter, ...addressOf(filters) },
                replace: true,
                resetScroll: false,
              })
            }
            onOpen={openHit}
            renderActions={({ id }) => (
              <Tooltip label={t('mindMap')}>
                <IconLink
                  to="/document/$documentId/mind-map"
                  params={{ documentId: id }}
                  aria-label={t('mindMap')}
                >
                  <IconSitemap size={17} stroke={1.6} />
                </IconLink>
              </Tooltip>
            )}
          />
        </div>
        <aside className={classes.aside} aria-label={t('beside')}>
          <Summary
            search={search}
            onOpen={openCitation}
            onOpenRow={(documentId) => void goTo({ to: '/document/$documentId', params: { documentId } })}
            onStop={stop}
          />
          <div className={classes.related}>
            <RelatedQuestions
              questions={search.results?.relatedQuestions ?? noBases}
              onAsk={(next) => ask(next)}
            />
          </div>
        </aside>
      </div>
    );
  }

  return (
    <>
      <PageHeader
        title={t('title')}
        pageTitle={question === '' ? t('title') : t('titleOf', { question })}
        actions={question !== '' && renderActions()}
      />
      {(!data || bases.length > 0) && (
        <SearchForm
          question={question}
          chosenBases={address.in ?? noBases}
          bases={bases}
          onSearch={ask}
          filter={
            <FilterMenu
              size="xs"
              value={address.filter ?? null}
              onChange={(filter) =>
                void navigate({
                  search: { q: address.q, in: address.in, filter: filter ?? undefined },
                  replace: true,
                })
              }
              labels={labels}
            />
          }
        />
      )}
      {renderBody()}
      <OpenedPassage opened={opened} onOpened={setOpened} />
    </>
  );
}
