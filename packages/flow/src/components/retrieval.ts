import { id, retrievalSettings } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { passagesOutput } from './outputs.ts';
import { retrievalOptionTexts, retrievalTexts } from './retrieval.texts.ts';

const { similarityThreshold, keywordWeight, topN, topK, rerankModelId } = retrievalSettings.shape;

export const retrieval = defineFlowComponent({
  id: 'retrieval',
  category: 'knowledge',
  icon: 'M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M14.5 14.5L20 20M7 10h6M10 7v6',
  texts: retrievalTexts,
  example: { knowledgeBaseIds: ['018f2f6a-0000-7000-8000-000000000001'], topN: 6 },
  options: z.object({
    knowledgeBaseIds: z.array(id).min(1).max(64),
    question: template(4_000),
    topN,
    similarityThreshold,
    keywordWeight,
    topK,
    rerankModelId,
  }),
  layout: {
    knowledgeBaseIds: { widget: 'knowledge_bases', texts: retrievalOptionTexts.knowledgeBaseIds },
    question: { widget: 'template', texts: retrievalOptionTexts.question },
    topN: { widget: 'number', texts: retrievalOptionTexts.topN },
    similarityThreshold: {
      widget: 'number',
      step: 0.05,
      advanced: true,
      texts: retrievalOptionTexts.similarityThreshold,
    },
    keywordWeight: {
      widget: 'number',
      step: 0.05,
      advanced: true,
      texts: retrievalOptionTexts.keywordWeight,
    },
    topK: { widget: 'number', advanced: true, texts: retrievalOptionTexts.topK },
    rerankModelId: { widget: 'rerank_model', advanced: true, texts: retrievalOptionTexts.rerankModelId },
  },
  ports: [
    { id: 'out', texts: { en: 'Found', fr: 'Trouvé', zh: '已找到', 'zh-TRADITIONAL': '已找到' } },
    {
      id: 'nothing',
      texts: { en: 'Nothing found', fr: 'Rien trouvé', zh: '未找到', 'zh-TRADITIONAL': '未找到' },
    },
  ],
  outputs: [
    passagesOutput,
    {
      name: 'context',
      type: 'text',
      texts: {
        en: 'The passages as text, numbered',
        fr: 'Les passages sous forme de texte numéroté',
        zh: '带编号的段落文本',
        'zh-TRADITIONAL': '帶編號的段落文字',
      },
    },
    {
      name: 'count',
      type: 'number',
      texts: {
        en: 'How many there are',
        fr: 'Nombre de passages',
        zh: '段落数',
        'zh-TRADITIONAL': '段落數',
      },
    },
  ],
  effect: 'read',
  run: async ({ options, question: asked, services }) => {
    const { knowledgeBaseIds, question, ...settings } = options;
    const searched = question.trim() || asked;
    const passages =
      searched === '' ? [] : await services.retrieve({ knowledgeBaseIds, question: searched, settings });
    const context = passages
      .map(({ documentName, text }, i) => `[${i + 1}] ${documentName}\n${text}`)
      .join('\n\n');
    return {
      outputs: { passages, context, count: passages.length },
      port: passages.length === 0 ? 'nothing' : 'out',
    };
  },
});
