import { Group, Input, NumberInput, Slider } from '@mantine/core';
import { useId } from 'react';
import { useFormat } from '../../../ui/format/use-format.ts';

type Props = {
  label: string;
  description: string;
  value: number | string;
  onChange: (value: number | string) => void;
  error?: React.ReactNode;
  min: number;
  max: number;
  step: number;
  /** Where the slider ends when its range is shorter than what may be typed. */
  sliderMax?: number;
  decimalScale?: number;
};

/** A number that can be dragged and typed. */
export function NumberSetting(props: Props) {
  const format = useFormat();
  const { label, description, value, onChange, error, min, max, step, sliderMax = max } = props;
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <Group gap="md" wrap="nowrap" mt={6}>
        <Slider
          flex={1}
          miw={0}
          min={min}
          max={sliderMax}
          step={step}
          value={Math.min(Number(value) || 0, sliderMax)}
          onChange={onChange}
          label={null}
          thumbLabel={label}
          size="sm"
        />
        <NumberInput
          id={id}
          w={112}
          flex="none"
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={onChange}
          clampBehavior="blur"
          {...format.separators}
          decimalScale={props.decimalScale ?? 2}
          error={Boolean(error)}
          aria-label={label}
        />
      </Group>
    </Input.Wrapper>
  );
}
