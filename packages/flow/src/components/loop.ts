import { z } from 'zod';
import { defineFlowComponent, reference, template } from '../component.ts';
import { conditionTexts } from './conditions.texts.ts';
import { holds, operators } from './conditions.ts';
import { loopOptionTexts, loopTexts } from './loop.texts.ts';

export const loop = defineFlowComponent({
  id: 'loop',
  category: 'logic',
  icon: 'M20 11A8 8 0 0 0 5.5 7.5L4 9M4 4v5h5M4 13a8 8 0 0 0 14.5 3.5L20 15M20 20v-5h-5',
  texts: loopTexts,
  example: { maxRounds: 3, result: '{{generate_1.text}}', operator: 'contains', expected: 'done' },
  options: z.object({
    maxRounds: z.number().int().min(1).max(1_000).default(5),
    result: reference(),
    operator: z.enum(operators).default('not_empty'),
    expected: template(4_000),
  }),
  layout: {
    maxRounds: { widget: 'number', texts: loopOptionTexts.maxRounds },
    result: { widget: 'reference', texts: loopOptionTexts.result },
    operator: {
      widget: 'select',
      texts: mapLabels(),
    },
    expected: {
      widget: 'template',
      texts: conditionTexts.expected,
      shownWhen: { option: 'operator', values: operators.filter((one) => !one.endsWith('empty')) },
    },
  },
  outputs: [
    {
      name: 'result',
      type: 'any',
      texts: {
        en: 'The result of the last round',
        fr: 'Le résultat du dernier tour',
        zh: '最后一轮的结果',
        'zh-TRADITIONAL': '最後一輪的結果',
      },
    },
    {
      name: 'rounds',
      type: 'number',
      texts: {
        en: 'How many rounds there were',
        fr: 'Nombre de tours effectués',
        zh: '已运行的轮数',
        'zh-TRADITIONAL': '已執行的輪數',
      },
    },
    {
      name: 'round',
      type: 'number',
      texts: {
        en: 'Inside: the number of this round, from 1',
        fr: 'À l’intérieur : le numéro du tour, à partir de 1',
        zh: '内部：本轮序号，从 1 开始',
        'zh-TRADITIONAL': '內部：本輪序號，從 1 開始',
      },
    },
    {
      name: 'previous',
      type: 'any',
      texts: {
        en: 'Inside: the result of the round before',
        fr: 'À l’intérieur : le résultat du tour précédent',
        zh: '内部：上一轮的结果',
        'zh-TRADITIONAL': '內部：上一輪的結果',
      },
    },
  ],
  holds: 'body',
  run: async ({ options, rawOptions, runBody, cite }) => {
    const { maxRounds, operator, expected } = options;
    let last = await runBody(0, { round: 1, previous: '' }, String(rawOptions.result));
    let round = 1;
    for (; round < maxRounds && !holds({ id: 'until', value: last.value, operator, expected }); round++)
      last = await runBody(round, { round: round + 1, previous: last.value }, String(rawOptions.result));
    cite(last.citations);
    return { outputs: { result: last.value, rounds: round } };
  },
});

/** The comparisons of conditions, under the label of a loop. */
function mapLabels() {
  const { en, fr, zh, 'zh-TRADITIONAL': traditional } = conditionTexts.operator;
  return {
    en: { ...en, ...loopOptionTexts.operator.en },
    fr: { ...fr, ...loopOptionTexts.operator.fr },
    zh: { ...zh, ...loopOptionTexts.operator.zh },
    'zh-TRADITIONAL': { ...traditional, ...loopOptionTexts.operator['zh-TRADITIONAL'] },
  };
}
