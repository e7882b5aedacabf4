import { listModels, updateKnowledgeBase } from '@lectern/contract';
import { NumberInput, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { limitsOf } from '../../ui/form/body-schema.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { FolderWeight } from './folder-weight.tsx';
import type { General } from './general-settings.tsx';

type RetrievalDefaultsProps = { value: General; onChange: (value: General) => void; readOnly: boolean };

/** How its chunks are found; a retrieval test or an assistant may set two of these for itself. */
export function RetrievalDefaults({ value, onChange, readOnly }: RetrievalDefaultsProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const nameOf = useModelName();
  const { data: rerankers } = useApiQuery(listModels, { query: { type: 'rerank' } }, { staleTime: 60_000 });
  const options = (rerankers?.items ?? []).map((model) => ({ value: model.id, label: nameOf(model) }));
  const set = (part: Partial<General>) => onChange({ ...value, ...part });
  const none = options.length === 0;
  return (
    <Stack gap="md">
      <FolderWeight
        value={value.folderWeight}
        onChange={(folderWeight) => set({ folderWeight })}
        readOnly={readOnly}
      />
      <Select
        label={t('configuration.rerankModel')}
        description={none ? t('configuration.rerankModelNone') : t('configuration.rerankModelHint')}
        placeholder={t('testing.noRerank')}
        clearable
        disabled={readOnly || none}
        data={options}
        value={value.rerankModelId}
        onChange={(rerankModelId) => set({ rerankModelId })}
      />
      <NumberInput
        label={t('configuration.topK')}
        description={t('configuration.topKHint')}
        maw={280}
        allowDecimal={false}
        {...format.separators}
        readOnly={readOnly}
        {...limitsOf(updateKnowledgeBase, 'topK')}
        value={value.topK}
        onChange={(count) => Number(count) >= 1 && set({ topK: Math.round(Number(count)) })}
      />
    </Stack>
  );
}
