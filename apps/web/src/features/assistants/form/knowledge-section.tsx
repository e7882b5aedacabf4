import { getKnowledgeBase, retrievalSettings } from '@lectern/contract';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { apiQueryOptions } from '../../../api/queries.ts';
import type { AssistantFormValues } from './assistant-form-values.ts';
import { KnowledgeBasePicker } from './knowledge-base-picker.tsx';

export function KnowledgeSection({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { retrieval } = form.values;
  const client = useQueryClient();

  /** The first knowledge base brings its own defaults, unless they were set here already. */
  function choose(ids: string[]): void {
    form.setFieldValue('knowledgeBaseIds', ids);
    const [first] = ids;
    const usual = retrievalSettings.parse({});
    const isSet = retrieval.topK !== usual.topK || retrieval.rerankModelId !== usual.rerankModelId;
    if (first === undefined || form.values.knowledgeBaseIds.length > 0 || isSet) return;
    const options = apiQueryOptions(getKnowledgeBase, { params: { knowledgeBaseId: first } });
    void client.fetchQuery(options).then(({ topK, rerankModelId }) => {
      form.setFieldValue('retrieval.topK', topK);
      form.setFieldValue('retrieval.rerankModelId', rerankModelId);
    });
  }

  return (
    <KnowledgeBasePicker
      value={form.values.knowledgeBaseIds}
      onChange={choose}
      error={form.errors.knowledgeBaseIds}
    />
  );
}
