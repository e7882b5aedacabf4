import { z } from 'zod';
import { id, name, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { documentFilter } from '../retrieval/document-filter.ts';
import { searchLimits, searchQuestion } from './searches.ts';

export const mostSavedSearches = 100;

/** Values by the name of a facet, as the page of the search has them in its address. */
const filters = z.record(
  z.string().regex(/^[a-z]{1,32}$/),
  z.array(z.string().min(1).max(255)).max(searchLimits.maxBases),
);

/** A search to run again: what is asked, of which knowledge bases, and what is shown of it. */
export const savedSearch = z.object({
  id,
  name: z.string(),
  question: z.string(),
  /** Empty: all that its owner may search. */
  knowledgeBaseIds: z.array(id),
  /** Only documents for which it holds. */
  filter: documentFilter.nullable(),
  filters,
  createdAt: timestamp,
});
export type SavedSearch = z.infer<typeof savedSearch>;

const savedSearchParams = z.object({ savedSearchId: id });

export const listSavedSearches = defineEndpoint({
  id: 'listSavedSearches',
  tag: 'Search',
  summary: "The caller's saved searches by name",
  method: 'GET',
  path: '/saved-searches',
  access: 'Search',
  scope: 'retrieval',
  response: z.object({ items: z.array(savedSearch) }),
  status: 200,
});

export const createSavedSearch = defineEndpoint({
  id: 'createSavedSearch',
  tag: 'Search',
  summary: 'Save a search',
  method: 'POST',
  path: '/saved-searches',
  access: 'Search',
  scope: 'retrieval',
  body: z.strictObject({
    name,
    question: searchQuestion,
    knowledgeBaseIds: z.array(id).max(searchLimits.maxBases).default([]),
    filter: documentFilter.nullable().default(null),
    filters: filters.default({}),
  }),
  response: savedSearch,
  status: 201,
  errors: ['knowledge_base.not_found', 'saved_search.name_taken', 'saved_search.too_many'],
});

export const renameSavedSearch = defineEndpoint({
  id: 'renameSavedSearch',
  tag: 'Search',
  summary: 'Rename a saved search',
  method: 'PATCH',
  path: '/saved-searches/:savedSearchId',
  access: 'Search',
  scope: 'retrieval',
  params: savedSearchParams,
  body: z.strictObject({ name }),
  response: savedSearch,
  status: 200,
  errors: ['saved_search.not_found', 'saved_search.name_taken'],
});

export const deleteSavedSearch = defineEndpoint({
  id: 'deleteSavedSearch',
  tag: 'Search',
  summary: 'Delete a saved search',
  method: 'DELETE',
  path: '/saved-searches/:savedSearchId',
  access: 'Search',
  scope: 'retrieval',
  params: savedSearchParams,
  responseKind: 'none',
  status: 204,
  errors: ['saved_search.not_found'],
});
