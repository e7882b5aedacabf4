import { Flex, Slider, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';

type CountSliderProps = {
  label: string;
  hint: string;
  value: number;
  most: number;
  readOnly: boolean;
  onChange: (value: number) => void;
  /** Said below while it is not off. */
  note?: ReactNode;
};

/** A count that is off at 0. */
export function CountSlider({ label, hint, value, most, readOnly, onChange, note }: CountSliderProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const id = useId();
  const shown = value === 0 ? t('enrichment.off') : format.number(value);
  return (
    <div>
      <Flex justify="space-between" gap={12}>
        <Text size="sm" fw={550} id={id}>
          {label}
        </Text>
        <Text size="sm" className="numeric" c={value === 0 ? 'dimmed' : undefined}>
          {shown}
        </Text>
      </Flex>
      <Text size="xs" c="dimmed" mb={8} id={`${id}-hint`}>
        {hint}
      </Text>
      <Slider
        size="sm"
        min={0}
        max={most}
        step={1}
        label={null}
        disabled={readOnly}
        value={value}
        onChange={onChange}
        thumbProps={{ 'aria-labelledby': id, 'aria-describedby': `${id}-hint`, 'aria-valuetext': shown }}
      />
      {value > 0 && note}
    </div>
  );
}
