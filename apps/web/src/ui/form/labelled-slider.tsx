import { Flex, Slider, Text } from '@mantine/core';
import { useId } from 'react';

type LabelledSliderProps = {
  label: string;
  hint: string;
  value: number;
  onChange: (value: number) => void;
  /** By default a share: from 0 to 1 in steps of 0.05. */
  max?: number;
  step?: number;
  /** The value as it is read. */
  text: string;
  dimmed?: boolean;
  /** Shown below the two ends instead of the value next to the label. */
  ends?: readonly [string, string];
  disabled?: boolean;
};

/** A slider with its name, its value and a sentence on what it does. */
export function LabelledSlider(props: LabelledSliderProps) {
  const { label, hint, value, onChange, max = 1, step = 0.05, text, dimmed, ends, disabled } = props;
  const id = useId();
  return (
    <div>
      <Flex justify="space-between" gap={12}>
        <Text size="sm" fw={550} id={id}>
          {label}
        </Text>
        {!ends && (
          <Text size="sm" className="numeric" c={dimmed ? 'dimmed' : undefined}>
            {text}
          </Text>
        )}
      </Flex>
      <Text size="xs" c="dimmed" mb={8} id={`${id}-hint`}>
        {hint}
      </Text>
      <Slider
        size="sm"
        min={0}
        max={max}
        step={step}
        label={null}
        disabled={disabled}
        value={value}
        // Steps of a twentieth add up to 0.15000000000000002.
        onChange={(next) => onChange(Number(next.toFixed(2)))}
        thumbProps={{ 'aria-labelledby': id, 'aria-describedby': `${id}-hint`, 'aria-valuetext': text }}
      />
      {ends && (
        <Flex justify="space-between" gap={12} mt={6}>
          {ends.map((end) => (
            <Text key={end} size="xs" className="numeric">
              {end}
            </Text>
          ))}
        </Flex>
      )}
    </div>
  );
}
