import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import type { StepContext } from '../engine/step-context.ts';
import { StepError } from '../engine/step-error.ts';
import { duckduckgoOptionTexts, duckduckgoTexts } from './duckduckgo.texts.ts';
import { byClass, findAll, readHtml, withoutTags, wordsOf } from './outside/markup.ts';
import { asList, asObject, asString, parseJson, request, withQuery } from './outside/request.ts';
import { runSearch, type SearchResult, search, searchLayout, searchOptions } from './outside/search.ts';

/** It answers nobody who does not say what they can read. */
const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Lectern)' };

export const duckduckgo = defineFlowComponent({
  ...search,
  id: 'duckduckgo',
  icon: 'M12 3a9 9 0 1 0 .01 0M9 20c-1-4-1-7 0-9 1-3 6-3 6 1l3 1c0 2-3 2-4 2M12 9h.01',
  texts: duckduckgoTexts,
  example: { channel: 'news', topN: 5 },
  options: z.object({ channel: z.enum(['text', 'news']).default('text'), ...searchOptions(10) }),
  layout: { channel: { widget: 'select', texts: duckduckgoOptionTexts.channel }, ...searchLayout },
  run: (context) =>
    runSearch(context, (question) =>
      context.options.channel === 'news' ? findNews(context, question) : findPages(context, question),
    ),
});

type Calling = Pick<StepContext, 'services' | 'signal'>;

/** What it takes for a program is asked to prove that it is a person, with status 202. */
async function ask(context: Calling, url: URL): Promise<string> {
  const { status, text } = await request(context, url, { headers });
  if (status === 202 || status === 403) throw new StepError('flow.service_limited', url.hostname);
  if (status !== 200) throw new StepError('flow.service_failed', `${url.hostname}: ${status}`);
  return text;
}

async function findPages(context: Calling, question: string): Promise<SearchResult[]> {
  const url = withQuery('https://html.duckduckgo.com/html/', { q: question });
  return findAll(readHtml(await ask(context, url)), byClass('result'))
    .filter((result) => !byClass('result--ad')(result))
    .flatMap((result) => {
      const link = findAll(result, byClass('result__a'))[0];
      const address = link && readLink(link.attributes.href ?? '');
      if (!link || !address) return [];
      const snippet = wordsOf(findAll(result, byClass('result__snippet'))[0]);
      return [{ title: wordsOf(link), url: address, snippet }];
    });
}

/** Its links lead through a page of its own, which names where they lead; those of advertisements through another. */
function readLink(href: string): string | undefined {
  const url = URL.parse(href, 'https://duckduckgo.com');
  const address = url?.searchParams.get('uddg') ?? url?.href ?? '';
  return address.startsWith('https://duckduckgo.com/y.js') ? undefined : address;
}

async function findNews(context: Calling, question: string): Promise<SearchResult[]> {
  const page = withQuery('https://duckduckgo.com/', { q: question, iar: 'news', ia: 'news' });
  const key = /vqd=["']?([\d-]+)/.exec(await ask(context, page))?.[1];
  if (key === undefined) throw new StepError('flow.service_limited', page.hostname);
  const url = withQuery('https://duckduckgo.com/news.js', {
    l: 'wt-wt',
    o: 'json',
    noamp: 1,
    q: question,
    vqd: key,
  });
  return asList(asObject(parseJson(await ask(context, url))).results)
    .map(asObject)
    .map(({ title, url: link, excerpt, source, date }) => ({
      title: withoutTags(asString(title)),
      url: asString(link),
      snippet: withoutTags(asString(excerpt)),
      source: asString(source),
      ...(typeof date === 'number' ? { published: new Date(date * 1_000).toISOString() } : {}),
    }));
}
