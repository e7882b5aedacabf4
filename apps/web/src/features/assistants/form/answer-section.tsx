import { claimChecks } from '@lectern/contract';
import { Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { AssistantFormValues } from './assistant-form-values.ts';
import { NeedsModel } from './needs-model.tsx';
import { SwitchSetting } from './switch-setting.tsx';

export function AnswerSection({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  return (
    <Stack gap="xl">
      <SwitchSetting form={form} name="showQuote" />
      {form.values.showQuote && <SwitchSetting form={form} name="quoteByLlm" needsModel />}
      <Radio.Group
        label={t('form.claimCheck')}
        description={t('form.claimCheckText')}
        {...form.getInputProps('claimCheck')}
      >
        <Stack gap="sm" mt="sm">
          {claimChecks.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`form.claimChecks.${value}`)}
              description={
                <>
                  {t(`form.claimCheckTexts.${value}`)}
                  {value === 'model' && <NeedsModel chatModelId={form.values.chatModelId} />}
                </>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <SwitchSetting form={form} name="mailSupport" />
    </Stack>
  );
}
