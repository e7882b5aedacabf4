import { Group, Input, NumberInput, Slider, Switch, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import {
  type AssistantFormValues,
  type ParameterName,
  parameterSteps,
  rangeOf,
} from './assistant-form-values.ts';

/** Where the slider for the longest answer ends; more can be typed. */
const sliderEnds: Partial<Record<ParameterName, number>> = { maxTokens: 8_192 };

type Props = { form: UseFormReturnType<AssistantFormValues>; name: ParameterName };

export function ParameterSetting({ form, name }: Props) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const id = useId();
  const { sent, value } = form.values.parameters[name];
  const step = parameterSteps[name];
  const { min, max } = rangeOf(`parameters.${name}`);
  const sliderMax = sliderEnds[name] ?? max;
  const error = form.errors[`parameters.${name}.value`];
  const label = t(`form.${name}`);
  const setValue = (next: number | string) => form.setFieldValue(`parameters.${name}.value`, next);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="md">
        <div>
          <Input.Label htmlFor={id}>{label}</Input.Label>
          <Text size="xs" c="dimmed">
            {sent ? t(`form.${name}Text`) : t('form.parameterOff')}
          </Text>
        </div>
        <Switch
          checked={sent}
          onChange={(event) => form.setFieldValue(`parameters.${name}.sent`, event.currentTarget.checked)}
          aria-label={t('form.parameterSwitch', { name: label })}
        />
      </Group>
      {sent && (
        <Group gap="md" wrap="nowrap" mt={8} align="flex-start">
          <Slider
            flex={1}
            miw={0}
            min={min}
            max={sliderMax}
            step={step}
            value={Math.min(Number(value) || 0, sliderMax)}
            onChange={setValue}
            label={null}
            thumbLabel={label}
            size="sm"
            mt={14}
          />
          <NumberInput
            id={id}
            w={112}
            flex="none"
            min={min}
            max={max}
            step={step}
            clampBehavior="none"
            {...format.separators}
            decimalScale={name === 'maxTokens' ? 0 : 2}
            value={value}
            onChange={setValue}
            error={error}
            required
          />
        </Group>
      )}
    </div>
  );
}
