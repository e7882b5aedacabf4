import { id, type Json } from '@lectern/contract';
import { z } from 'zod';
import type { StepResult } from '../../component.ts';
import { type FlowComponent, template } from '../../component.ts';
import { questionLayout } from '../model-options.ts';
import { searchOptionTexts } from './search.texts.ts';

/** What every search service gives, and what it knows besides. */
export type SearchResult = { title: string; url: string; snippet: string } & Record<string, Json>;

export const searchOptions = (topN: number, most = 50) => ({
  question: template(4_000),
  topN: z.number().int().min(1).max(most).default(topN),
});

export const searchLayout = {
  question: questionLayout,
  topN: { widget: 'number', texts: searchOptionTexts.topN },
} as const;

export const placeOptions = {
  country: z
    .string()
    .regex(/^[a-zA-Z]{2}$/)
    .default('us'),
  language: z
    .string()
    .regex(/^[a-zA-Z]{2}(?:-[a-zA-Z]{2,4})?$/)
    .default('en'),
};

export const placeLayout = {
  country: { widget: 'text', texts: searchOptionTexts.country },
  language: { widget: 'text', texts: searchOptionTexts.language },
} as const;

export const credentialId = id;
export const credentialLayout = { widget: 'credential', texts: searchOptionTexts.credentialId } as const;

/** Ways out and outputs that all search components share. */
export const search = {
  category: 'search',
  effect: 'read',
  ports: [
    { id: 'out', texts: { en: 'Found', fr: 'Trouvé', zh: '已找到', 'zh-TRADITIONAL': '已找到' } },
    {
      id: 'nothing',
      texts: { en: 'Nothing found', fr: 'Rien trouvé', zh: '未找到', 'zh-TRADITIONAL': '未找到' },
    },
  ],
  outputs: [
    {
      name: 'results',
      type: 'list',
      texts: {
        en: 'The results, each with title, url and snippet',
        fr: 'Les résultats, chacun avec title, url et snippet',
        zh: '结果列表，每项含 title、url 和 snippet',
        'zh-TRADITIONAL': '結果清單，每項含 title、url 和 snippet',
      },
    },
    {
      name: 'context',
      type: 'text',
      texts: {
        en: 'The results as text, numbered',
        fr: 'Les résultats sous forme de texte numéroté',
        zh: '带编号的结果文本',
        'zh-TRADITIONAL': '帶編號的結果文字',
      },
    },
    {
      name: 'count',
      type: 'number',
      texts: {
        en: 'How many there are',
        fr: 'Nombre de résultats',
        zh: '结果数',
        'zh-TRADITIONAL': '結果數',
      },
    },
  ],
} satisfies Pick<FlowComponent, 'category' | 'effect' | 'ports' | 'outputs'>;

const longestSnippet = 4_000;

/** Searches for the question of the step, else the person's message; nothing is asked about no question. */
export async function runSearch(
  given: { options: { question: string; topN: number }; question: string },
  find: (question: string) => Promise<SearchResult[]>,
): Promise<StepResult> {
  const question = given.options.question.trim() || given.question.trim();
  const found = question === '' ? [] : await find(question);
  const results = found
    .filter(({ title, url }) => title !== '' || url !== '')
    .slice(0, given.options.topN)
    .map((result) => ({ ...result, snippet: result.snippet.slice(0, longestSnippet) }));
  const context = results
    .map(({ title, url, snippet }, i) => `[${i + 1}] ${title}\n${url}\n${snippet}`.trim())
    .join('\n\n');
  return {
    outputs: { results, context, count: results.length },
    port: results.length === 0 ? 'nothing' : 'out',
  };
}
