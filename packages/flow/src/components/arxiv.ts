import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { StepError } from '../engine/step-error.ts';
import { arxivOptionTexts, arxivTexts } from './arxiv.texts.ts';
import { byName, type Element, findAll, wordsOf } from './outside/markup.ts';
import { requestXml, withQuery } from './outside/request.ts';
import { runSearch, type SearchResult, search, searchLayout, searchOptions } from './outside/search.ts';

export const arxiv = defineFlowComponent({
  ...search,
  id: 'arxiv',
  icon: 'M5 4l14 16M19 4l-5 6M10 14l-5 6M4 4h3M17 20h3',
  texts: arxivTexts,
  example: { sortBy: 'submittedDate', topN: 5 },
  options: z.object({
    ...searchOptions(6),
    sortBy: z.enum(['submittedDate', 'lastUpdatedDate', 'relevance']).default('submittedDate'),
  }),
  layout: { ...searchLayout, sortBy: { widget: 'select', texts: arxivOptionTexts.sortBy } },
  run: (context) =>
    runSearch(context, async (question) => {
      const url = withQuery('https://export.arxiv.org/api/query', {
        // Words only: what else it understands would be an error in a question.
        search_query: `all:${question.replace(/[^\p{L}\p{N}.-]+/gu, ' ').trim()}`,
        start: 0,
        max_results: context.options.topN,
        sortBy: context.options.sortBy,
        sortOrder: 'descending',
      });
      const entries = findAll(await requestXml(context, url), byName('entry')).map(readEntry);
      const fault = entries.find((entry) => entry.url.includes('arxiv.org/api/errors'));
      if (fault) throw new StepError('flow.service_failed', `arXiv: ${fault.snippet}`);
      return entries;
    }),
});

function readEntry(entry: Element): SearchResult {
  const read = (name: string) =>
    wordsOf(findAll(entry, byName(name))[0])
      .replace(/\s+/g, ' ')
      .trim();
  return {
    title: read('title'),
    url: read('id'),
    snippet: read('summary'),
    authors: findAll(entry, byName('name')).map(wordsOf).slice(0, 20),
    published: read('published'),
    updated: read('updated'),
  };
}
