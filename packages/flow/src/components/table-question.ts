import { id } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { chatModelId, modelLayout, questionLayout } from './model-options.ts';
import { retrievalOptionTexts } from './retrieval.texts.ts';
import { tableQuestionTexts } from './table-question.texts.ts';
import { foundPorts, rowsOutputs, toRows } from './table-rows.ts';

export const tableQuestion = defineFlowComponent({
  id: 'table_question',
  category: 'knowledge',
  icon: 'M3 5h18v14H3zM3 10h18M3 14.500h18M9 10v9M15 10v9',
  texts: tableQuestionTexts,
  example: {
    knowledgeBaseIds: ['018f2f6a-0000-7000-8000-000000000001'],
    question: 'How many orders went to {{begin.city}}?',
  },
  options: z.object({
    knowledgeBaseIds: z.array(id).min(1).max(64),
    question: template(4_000),
    modelId: chatModelId,
  }),
  layout: {
    knowledgeBaseIds: { widget: 'knowledge_bases', texts: retrievalOptionTexts.knowledgeBaseIds },
    question: questionLayout,
    modelId: modelLayout,
  },
  ports: foundPorts,
  outputs: rowsOutputs,
  effect: 'model',
  run: async ({ options, question: asked, services, cite }) => {
    const { knowledgeBaseIds, modelId } = options;
    const question = options.question.trim() || asked;
    const found =
      question === '' ? undefined : await services.askTables({ knowledgeBaseIds, question, modelId });
    if (!found) return { outputs: { text: '', rows: [], count: 0 }, port: 'nothing' };
    cite(found.citations);
    const rows = toRows(found.columns, found.rows);
    return { outputs: { text: found.text, rows, count: rows.length } };
  },
});
