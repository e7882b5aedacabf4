import type { KnowledgeBase } from '@lectern/contract';
import { languages, listModels, updateKnowledgeBase } from '@lectern/contract';
import { Alert, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { languageNames } from '../../locales/i18n.ts';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { limitsOf } from '../../ui/form/body-schema.ts';
import { PhotoInput } from '../../ui/form/photo-input.tsx';

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

type GeneralSettingsProps = {
  value: General;
  onChange: (value: General) => void;
  nameError: string | undefined;
  /** Chunks exist: their vectors belong to this model. */
  embeddingLocked: boolean;
  /** Shown with the locked model: how it is changed all the same. */
  reEmbedding?: ReactNode;
  readOnly: boolean;
};

export function GeneralSettings(props: GeneralSettingsProps) {
  const { value, onChange, nameError, embeddingLocked, reEmbedding, readOnly } = props;
  const { t } = useTranslation(['knowledge', 'shell']);
  const nameOf = useModelName();
  const { data: models } = useApiQuery(listModels, { query: { type: 'embedding' } }, { staleTime: 60_000 });
  const set = (part: Partial<General>) => onChange({ ...value, ...part });
  const modelOptions = (models?.items ?? []).map((model) => ({ value: model.id, label: nameOf(model) }));
  return (
    <Stack gap="md">
      {!readOnly && (
        <PhotoInput
          square
          label={t('configuration.photo')}
          name={value.name}
          value={value.photo}
          onChange={(photo) => set({ photo })}
        />
      )}
      <TextInput
        label={t('shell:fields.name')}
        withAsterisk
        {...limitsOf(updateKnowledgeBase, 'name')}
        readOnly={readOnly}
        value={value.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={nameError}
      />
      <Textarea
        label={t('shell:fields.description')}
        description={t('form.descriptionHint')}
        autosize
        minRows={2}
        maxRows={8}
        {...limitsOf(updateKnowledgeBase, 'description')}
        readOnly={readOnly}
        value={value.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Select
        label={t('configuration.language')}
        description={t('configuration.languageHint')}
        data={languages.map((code) => ({ value: code, label: languageNames[code] }))}
        value={value.language}
        allowDeselect={false}
        disabled={readOnly}
        onChange={(language) => language && set({ language })}
      />
      <Radio.Group
        label={t('configuration.permission')}
        description={t('configuration.permissionHint')}
        value={value.permission}
        onChange={(permission) => set({ permission: permission as General['permission'] })}
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
            modelOptions.some((option) => option.value === value.embeddingModelId)
              ? modelOptions
              : [...modelOptions, { value: value.embeddingModelId, label: value.embeddingModelId }]
          }
          value={value.embeddingModelId}
          allowDeselect={false}
          disabled={readOnly || embeddingLocked}
          onChange={(embeddingModelId) => embeddingModelId && set({ embeddingModelId })}
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
