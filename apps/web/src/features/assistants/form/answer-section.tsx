import { Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type AssistantFormValues, rangeOf } from './assistant-form-values.ts';
import { NumberSetting } from './number-setting.tsx';

export function AnswerSection({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  return (
    <Stack gap="xl">
      <Switch
        label={t('form.showQuote')}
        description={t('form.showQuoteText')}
        {...form.getInputProps('showQuote', { type: 'checkbox' })}
      />
      <NumberSetting
        label={t('form.memory')}
        description={t('form.memoryText')}
        {...rangeOf('conversationMemory')}
        step={1}
        decimalScale={0}
        value={form.values.conversationMemory}
        onChange={(value) => form.setFieldValue('conversationMemory', value)}
        error={form.errors.conversationMemory}
      />
    </Stack>
  );
}
