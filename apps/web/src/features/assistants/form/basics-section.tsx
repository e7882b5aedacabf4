import { languages } from '@lectern/contract';
import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { PhotoInput } from '../../../ui/form/photo-input.tsx';
import type { AssistantFormValues } from './assistant-form-values.ts';
import { FlowSetting } from './flow-setting.tsx';

export function BasicsSection({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  return (
    <Stack gap="lg">
      <PhotoInput
        square
        label={t('form.avatar')}
        name={form.values.name}
        value={form.values.avatar}
        onChange={(photo) => form.setFieldValue('avatar', photo)}
      />
      <TextInput
        label={t('form.name')}
        placeholder={t('form.namePlaceholder')}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('form.description')}
        placeholder={t('form.descriptionPlaceholder')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
      />
      <FlowSetting form={form} />
      <Select
        label={t('form.language')}
        description={t('form.languageText')}
        data={languages.map((value) => ({ value, label: t(`form.languages.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('language')}
      />
      <Textarea
        label={t('form.opener')}
        description={t('form.openerText')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('opener')}
      />
      {form.values.flowId === null && <EmptyResponse form={form} />}
    </Stack>
  );
}

function EmptyResponse({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  return (
    <div>
      <Textarea
        label={t('form.emptyResponse')}
        description={t('form.emptyResponseText')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('emptyResponse')}
      />
      {form.values.emptyResponse.trim() === '' && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('form.emptyResponseEmpty')}
        </Text>
      )}
    </div>
  );
}
