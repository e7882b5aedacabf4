import {
  cancelWebsiteImport,
  deleteWebsiteImport,
  getKnowledgeBase,
  getWebsiteImport,
  listDocuments,
  listKnowledgeBases,
  listWebsiteImports,
  listWebsitePages,
  type QueryInputOf,
  runWebsiteImport,
  type WebsiteImport,
} from '@lectern/contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

/** More imports of one base are rare; the newest are those that matter. */
const mostImports = 100;
const pollMs = 1_500;
/** A schedule may begin a run while one looks at the list. */
const scheduledPollMs = 60_000;

function pollInterval(imports: readonly WebsiteImport[] | undefined): number | false {
  if (imports?.some(({ status }) => status === 'in_progress')) return pollMs;
  return imports?.some(({ nextRunAt }) => nextRunAt !== null) ? scheduledPollMs : false;
}

export function useWebsiteImports(knowledgeBaseId: string) {
  const query = useApiQuery(
    listWebsiteImports,
    { params: { knowledgeBaseId }, query: { pageSize: mostImports } },
    { refetchInterval: ({ state }) => pollInterval(state.data?.items) },
  );
  useRefreshDocuments(query.data?.items);
  return query;
}

/** The documents of the base follow while pages become documents. */
function useRefreshDocuments(imports: readonly WebsiteImport[] | undefined): void {
  const client = useQueryClient();
  const settled = imports?.reduce(
    (sum, { documentCount, pages }) => sum + documentCount + (pages.updated ?? 0),
    0,
  );
  const before = useRef(settled);
  useEffect(() => {
    if (settled === undefined || before.current === settled) return;
    const known = before.current !== undefined;
    before.current = settled;
    if (!known) return;
    for (const { id } of [listDocuments, getKnowledgeBase]) void client.invalidateQueries({ queryKey: [id] });
  }, [settled, client]);
}

/** One import, live; `known` is what the list says of it meanwhile. */
export function useWebsiteImport(id: string, known: WebsiteImport | undefined) {
  return useApiQuery(
    getWebsiteImport,
    { params: { websiteImportId: id } },
    {
      placeholderData: known,
      refetchInterval: ({ state }) => pollInterval(state.data ? [state.data] : undefined),
    },
  );
}

export function useWebsitePages(
  id: string,
  query: NonNullable<QueryInputOf<typeof listWebsitePages>>,
  running: boolean,
) {
  const pages = useApiQuery(
    listWebsitePages,
    { params: { websiteImportId: id }, query },
    { placeholderData: keepPreviousData, refetchInterval: running ? pollMs : false },
  );
  const { refetch } = pages;
  const ran = useRef(running);
  useEffect(() => {
    // The last pages were finished after the last poll.
    if (ran.current && !running) void refetch();
    ran.current = running;
  }, [running, refetch]);
  return pages;
}

/** What shows something else once an import changed. */
export const websiteImportQueries = [listWebsiteImports, getWebsiteImport, listWebsitePages];

/** Everything that can be done to imports; each call brings the lists up to date. */
export function useWebsiteImportActions() {
  return {
    run: useApiMutation(runWebsiteImport, {
      invalidates: websiteImportQueries,
      successMessage: 'websites:toast.begun',
    }),
    cancel: useApiMutation(cancelWebsiteImport, {
      invalidates: websiteImportQueries,
      successMessage: 'websites:toast.cancelled',
      handlesError: true,
    }),
    remove: useApiMutation(deleteWebsiteImport, {
      invalidates: [listWebsiteImports, listDocuments, getKnowledgeBase, listKnowledgeBases],
      successMessage: 'websites:toast.deleted',
      handlesError: true,
    }),
  };
}
