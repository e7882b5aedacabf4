import { listModels } from '@lectern/contract';
import { NumberInput, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { LabelledSlider } from '../../ui/form/labelled-slider.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import type { GeneralForm } from './general-settings.tsx';

type RetrievalDefaultsProps = { form: GeneralForm; readOnly: boolean };

/** How its chunks are found; a retrieval test or an assistant may set two of these for itself. */
export function RetrievalDefaults({ form, readOnly }: RetrievalDefaultsProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const nameOf = useModelName();
  const { data: rerankers } = useApiQuery(listModels, { query: { type: 'rerank' } }, { staleTime: 60_000 });
  const options = (rerankers?.items ?? []).map((model) => ({ value: model.id, label: nameOf(model) }));
  const { folderWeight } = form.values;
  const none = options.length === 0;
  return (
    <Stack gap="md">
      <LabelledSlider
        label={t('configuration.folderWeight')}
        hint={t('configuration.folderWeightHint')}
        text={format.number(folderWeight)}
        value={folderWeight}
        onChange={(weight) => form.setValues({ folderWeight: weight })}
        disabled={readOnly}
      />
      <Select
        label={t('configuration.rerankModel')}
        description={none ? t('configuration.rerankModelNone') : t('configuration.rerankModelHint')}
        placeholder={t('testing.noRerank')}
        clearable
        disabled={readOnly || none}
        data={options}
        {...form.field('rerankModelId')}
      />
      <NumberInput
        label={t('configuration.topK')}
        description={t('configuration.topKHint')}
        maw={280}
        allowDecimal={false}
        {...format.separators}
        readOnly={readOnly}
        {...form.field('topK')}
      />
    </Stack>
  );
}
