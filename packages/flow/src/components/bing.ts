import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { bingOptionTexts, bingTexts } from './bing.texts.ts';
import { withoutTags } from './outside/markup.ts';
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

export const bing = defineFlowComponent({
  ...search,
  id: 'bing',
  icon: 'M6 3l4 1.500v12l6-3.500-3-1.500-1.500-4L20 11v4.500L10 21l-4-2.500z',
  texts: bingTexts,
  example: { credentialId: '018f2f6a-0000-7000-8000-000000000001', channel: 'news' },
  options: z.object({
    credentialId,
    channel: z.enum(['webpages', 'news']).default('webpages'),
    ...searchOptions(10),
    ...placeOptions,
  }),
  layout: {
    credentialId: credentialLayout,
    channel: { widget: 'select', texts: bingOptionTexts.channel },
    ...searchLayout,
    ...placeLayout,
  },
  run: (context) =>
    runSearch(context, async (question) => {
      const { credentialId, channel, country, language, topN } = context.options;
      const path = channel === 'news' ? 'news/search' : 'search';
      const url = withQuery(`https://api.bing.microsoft.com/v7.0/${path}`, {
        q: question,
        count: topN,
        mkt: `${language.split('-')[0]}-${country.toUpperCase()}`,
      });
      const answer = asObject(
        await requestJson(context, url, {
          headers: {
            'ocp-apim-subscription-key': await context.services.readSecret({
              credentialId,
              host: url.hostname,
            }),
          },
          isSecret: true,
        }),
      );
      const rows = channel === 'news' ? answer.value : asObject(answer.webPages).value;
      return asList(rows)
        .map(asObject)
        .map(({ name, url: link, snippet, description, datePublished }) => ({
          title: withoutTags(asString(name)),
          url: asString(link),
          snippet: withoutTags(asString(snippet ?? description)),
          ...(datePublished === undefined ? {} : { published: asString(datePublished) }),
        }));
    }),
});
