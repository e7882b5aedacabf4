import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { AssistantFormValues } from './assistant-form-values.ts';
import { NeedsModel } from './needs-model.tsx';

type SwitchName = {
  [Name in keyof AssistantFormValues]: AssistantFormValues[Name] extends boolean ? Name : never;
}[keyof AssistantFormValues];

type Props = {
  form: UseFormReturnType<AssistantFormValues>;
  name: SwitchName;
  /** It does nothing with the built-in answerer. */
  needsModel?: boolean;
};

/** A setting that is on or off, with what it does and what it costs. */
export function SwitchSetting({ form, name, needsModel = false }: Props) {
  const { t } = useTranslation('chat');
  return (
    <Switch
      label={t(`form.${name}`)}
      description={
        <>
          {t(`form.${name}Text`)}
          {needsModel && <NeedsModel chatModelId={form.values.chatModelId} />}
        </>
      }
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  );
}
