import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { StepError } from '../engine/step-error.ts';
import { asList, asObject, asString, requestJson, withQuery } from './outside/request.ts';
import { searchOptionTexts } from './outside/search.texts.ts';
import { runSearch, search, searchLayout, searchOptions } from './outside/search.ts';
import { wikipediaTexts } from './wikipedia.texts.ts';

export const wikipedia = defineFlowComponent({
  ...search,
  id: 'wikipedia',
  icon: 'M3 6h5M6 6l5 12 3-8M11 6h4M13 6l5 12 3-12M19 6h3',
  texts: wikipediaTexts,
  example: { language: 'en', topN: 3 },
  options: z.object({
    ...searchOptions(10, 20),
    language: z
      .string()
      .regex(/^[a-z][a-z-]{1,11}$/)
      .default('en'),
  }),
  layout: { ...searchLayout, language: { widget: 'text', texts: searchOptionTexts.language } },
  run: (context) =>
    runSearch(context, async (question) => {
      const { language, topN } = context.options;
      const url = withQuery(`https://${language}.wikipedia.org/w/api.php`, {
        action: 'query',
        format: 'json',
        formatversion: 2,
        generator: 'search',
        gsrsearch: question.slice(0, 300),
        gsrlimit: topN,
        prop: 'extracts|info',
        inprop: 'url',
        exintro: 1,
        explaintext: 1,
        exlimit: 'max',
      });
      const { error, query } = asObject(await requestJson(context, url));
      // It answers with status 200 also where it refuses.
      if (error !== undefined)
        throw new StepError('flow.service_failed', `${url.hostname}: ${asString(asObject(error).info)}`);
      return asList(asObject(query).pages)
        .map(asObject)
        .sort((a, b) => Number(a.index) - Number(b.index))
        .map(({ title, fullurl, extract }) => ({
          title: asString(title),
          url: asString(fullurl),
          snippet: asString(extract),
        }));
    }),
});
