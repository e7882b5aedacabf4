import type { KnowledgeBase } from '@lectern/contract';
import { languages, listModels } from '@lectern/contract';
import { Alert, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { languageNames } from '../../locales/i18n.ts';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { PhotoInput } from '../../ui/form/photo-input.tsx';
import type { ApiFormOf } from '../../ui/form/use-api-form.ts';

export type General = Pick<
  KnowledgeBase,
  | 'name'
  | 'photo'
  | 'description'
  | 'permission'
  | 'embeddingModelId'
  | 'folderWeight'
  | 'topK'
  | 'rerankModelId'
> & { language: (typeof languages)[number] };

export function toGeneral(knowledgeBase: KnowledgeBase): General {
  const { name, photo, description, permission, embeddingModelId } = knowledgeBase;
  const { folderWeight, topK, rerankModelId } = knowledgeBase;
  const language = languages.find((known) => known === knowledgeBase.language) ?? 'en';
  return {
    name,
    photo,
    description,
    permission,
    embeddingModelId,
    folderWeight,
    topK,
    rerankModelId,
    language,
  };
}

/** The part of the configuration's form that these fields fill in. */
export type GeneralForm = Pick<ApiFormOf<General>, 'values' | 'field' | 'setValues'>;

type GeneralSettingsProps = {
  form: GeneralForm;
  /** Chunks exist: their vectors belong to this model. */
  embeddingLocked: boolean;
  /** Shown with the locked model: how it is changed all the same. */
  reEmbedding?: ReactNode;
  readOnly: boolean;
};

export function GeneralSettings(props: GeneralSettingsProps) {
  const { form, embeddingLocked, reEmbedding, readOnly } = props;
  const { t } = useTranslation(['knowledge', 'shell']);
  const nameOf = useModelName();
  const { data: models } = useApiQuery(listModels, { query: { type: 'embedding' } }, { staleTime: 60_000 });
  const { name, photo, embeddingModelId } = form.values;
  const modelOptions = (models?.items ?? []).map((model) => ({ value: model.id, label: nameOf(model) }));
  return (
    <Stack gap="md">
      {!readOnly && (
        <PhotoInput
          square
          label={t('configuration.photo')}
          name={name}
          value={photo}
          onChange={(next) => form.setValues({ photo: next })}
        />
      )}
      <TextInput label={t('shell:fields.name')} withAsterisk readOnly={readOnly} {...form.field('name')} />
      <Textarea
        label={t('shell:fields.description')}
        description={t('form.descriptionHint')}
        autosize
        minRows={2}
        maxRows={8}
        readOnly={readOnly}
        {...form.field('description')}
      />
      <Select
        label={t('configuration.language')}
        description={t('configuration.languageHint')}
        data={languages.map((code) => ({ value: code, label: languageNames[code] }))}
        allowDeselect={false}
        disabled={readOnly}
        {...form.field('language')}
      />
      <Radio.Group
        label={t('configuration.permission')}
        description={t('configuration.permissionHint')}
        {...form.field('permission')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="me" label={t('permission.me')} disabled={readOnly} />
          <Radio value="team" label={t('permission.team')} disabled={readOnly} />
        </Stack>
      </Radio.Group>
      <div>
        <Select
          label={t('configuration.embeddingModel')}
          description={t('configuration.embeddingModelHint')}
          data={
            modelOptions.some((option) => option.value === embeddingModelId)
              ? modelOptions
              : [...modelOptions, { value: embeddingModelId, label: embeddingModelId }]
          }
          allowDeselect={false}
          disabled={readOnly || embeddingLocked}
          {...form.field('embeddingModelId')}
        />
        {embeddingLocked && (
          <Alert mt="xs" p="xs" color="gray" icon={<IconLock size={16} />}>
            {t('configuration.embeddingLocked')}
          </Alert>
        )}
        {embeddingLocked && reEmbedding}
      </div>
    </Stack>
  );
}
