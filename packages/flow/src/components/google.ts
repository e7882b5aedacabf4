import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { StepError } from '../engine/step-error.ts';
import { googleTexts } from './google.texts.ts';
import { asList, asObject, asString, requestJson, withQuery } from './outside/request.ts';
import {
  credentialId,
  credentialLayout,
  placeLayout,
  placeOptions,
  runSearch,
  search,
  searchLayout,
  searchOptions,
} from './outside/search.ts';

export const google = defineFlowComponent({
  ...search,
  id: 'google',
  icon: 'M20 12h-8M20 12a8 8 0 1 1-2.500-5.800',
  texts: googleTexts,
  example: { credentialId: '018f2f6a-0000-7000-8000-000000000001', country: 'fr', language: 'fr' },
  options: z.object({ credentialId, ...searchOptions(10, 100), ...placeOptions }),
  layout: { credentialId: credentialLayout, ...searchLayout, ...placeLayout },
  run: (context) =>
    runSearch(context, async (question) => {
      const { credentialId, country, language, topN } = context.options;
      const url = withQuery('https://serpapi.com/search.json', {
        engine: 'google',
        q: question,
        gl: country.toLowerCase(),
        hl: language,
        num: topN,
        api_key: await context.services.readSecret({ credentialId, host: 'serpapi.com' }),
      });
      const answer = asObject(await requestJson(context, url, { isSecret: true }));
      const error = asString(answer.error);
      // It calls a search without results an error.
      if (error !== '' && !/returned any results/i.test(error))
        throw new StepError('flow.service_failed', `SerpApi: ${error}`);
      return asList(answer.organic_results)
        .map(asObject)
        .map(({ title, link, snippet, date }) => ({
          title: asString(title),
          url: asString(link),
          snippet: asString(snippet),
          ...(date === undefined ? {} : { published: asString(date) }),
        }));
    }),
});
