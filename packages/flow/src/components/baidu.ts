import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { StepError } from '../engine/step-error.ts';
import { baiduTexts } from './baidu.texts.ts';
import { withoutTags } from './outside/markup.ts';
import { asList, asObject, asString, parseJson, requestText, withQuery } from './outside/request.ts';
import { runSearch, search, searchLayout, searchOptions } from './outside/search.ts';

export const baidu = defineFlowComponent({
  ...search,
  id: 'baidu',
  icon: 'M8 8a2 2.500 0 1 1 .01 0M15 8a2 2.500 0 1 1 .01 0M5 13a1.500 2 0 1 1 .01 0M19 13a1.500 2 0 1 1 .01 0M12 11c3 0 6 4 6 6.500S15 21 12 20c-3 1-6 0-6-2.500S9 11 12 11',
  texts: baiduTexts,
  example: { topN: 5 },
  options: z.object(searchOptions(10)),
  layout: searchLayout,
  run: (context) =>
    runSearch(context, async (question) => {
      const url = withQuery('https://www.baidu.com/s', {
        wd: question,
        rn: context.options.topN,
        pn: 0,
        ie: 'utf-8',
        tn: 'json',
      });
      const text = await requestText(context, url);
      // Its texts have line breaks and tabs in them, which JSON has not.
      const answer = parseJson(text.replace(/\p{Cc}/gu, ' '));
      // Instead of results, it shows a page that asks whether a person is there, or says that it would.
      if (answer === undefined || asObject(answer).antiFlag === 1)
        throw new StepError('flow.service_refused', url.hostname);
      return asList(asObject(asObject(answer).feed).entry)
        .map(asObject)
        .map(({ title, url: link, abs, time }) => ({
          title: withoutTags(asString(title)),
          url: asString(link),
          snippet: withoutTags(asString(abs)),
          ...(typeof time === 'number' ? { published: new Date(time * 1_000).toISOString() } : {}),
        }));
    }),
});
