import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { StepError } from '../engine/step-error.ts';
import { byName, type Element, findAll, wordsOf } from './outside/markup.ts';
import { asList, asObject, asString, requestJson, requestXml, withQuery } from './outside/request.ts';
import { runSearch, type SearchResult, search, searchLayout, searchOptions } from './outside/search.ts';
import { pubmedOptionTexts, pubmedTexts } from './pubmed.texts.ts';

const service = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils';

export const pubmed = defineFlowComponent({
  ...search,
  id: 'pubmed',
  icon: 'M12 3v18M8 6c0 3 8 3 8 6s-8 3-8 6M16 6c0 3-8 3-8 6s8 3 8 6',
  texts: pubmedTexts,
  example: { email: 'library@hospital.example', topN: 5 },
  options: z.object({ ...searchOptions(5), email: z.email().max(254) }),
  layout: { ...searchLayout, email: { widget: 'text', texts: pubmedOptionTexts.email } },
  run: (context) =>
    runSearch(context, async (question) => {
      const { email, topN } = context.options;
      const who = { db: 'pubmed', tool: 'lectern', email };
      const { esearchresult, error } = asObject(
        await requestJson(
          context,
          withQuery(`${service}/esearch.fcgi`, {
            ...who,
            term: question,
            retmax: topN,
            sort: 'relevance',
            retmode: 'json',
          }),
        ),
      );
      // Too many requests are refused with status 200 as well.
      if (error !== undefined) throw new StepError('flow.service_limited', new URL(service).hostname);
      const found = asObject(esearchresult);
      if (found.ERROR !== undefined)
        throw new StepError('flow.service_failed', `PubMed: ${asString(found.ERROR)}`);
      const ids = asList(found.idlist).map(asString);
      if (ids.length === 0) return [];
      const articles = await requestXml(
        context,
        withQuery(`${service}/efetch.fcgi`, { ...who, id: ids.join(','), retmode: 'xml' }),
      );
      return findAll(articles, byName('PubmedArticle')).map(readArticle);
    }),
});

function readArticle(article: Element): SearchResult {
  const first = (name: string, within: Element | undefined = article) =>
    within && findAll(within, byName(name))[0];
  const id = wordsOf(first('PMID'));
  // Translations of it are in another element.
  const abstract = first('Abstract');
  const parts = (abstract ? findAll(abstract, byName('AbstractText')) : []).map((part) =>
    [part.attributes.Label, wordsOf(part)].filter(Boolean).join(': '),
  );
  const authors = findAll(article, byName('Author')).map(
    (author) =>
      wordsOf(first('CollectiveName', author)) ||
      [wordsOf(first('LastName', author)), wordsOf(first('Initials', author))].filter(Boolean).join(' '),
  );
  const date = first('PubDate');
  return {
    title: wordsOf(first('ArticleTitle')),
    url: `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
    snippet: parts.join('\n'),
    authors: authors.filter(Boolean).slice(0, 20),
    journal: wordsOf(first('Title', first('Journal'))),
    // Of a season or of two months there is no year apart.
    published: wordsOf(first('Year', date)) || wordsOf(first('MedlineDate', date)).slice(0, 4),
  };
}
