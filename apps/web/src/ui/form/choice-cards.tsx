import { Box, Radio, Stack } from '@mantine/core';
import { useId } from 'react';
import classes from './choice-cards.module.css';

/** One of a few, each with a sentence that says what it means. */
export function ChoiceCards<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly { value: Value; name: string; text: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const prefix = useId();
  return (
    <Radio.Group label={label} value={value} onChange={(next) => onChange(next as Value)}>
      <Stack gap={8}>
        {choices.map((choice) => (
          <Radio.Card
            key={choice.value}
            value={choice.value}
            className={classes.card}
            aria-labelledby={`${prefix}-${choice.value}`}
            aria-describedby={`${prefix}-${choice.value}-text`}
          >
            <Radio.Indicator mt={2} />
            <Box component="span" miw={0}>
              <span className={classes.name} id={`${prefix}-${choice.value}`}>
                {choice.name}
              </span>
              <span className={classes.text} id={`${prefix}-${choice.value}-text`}>
                {choice.text}
              </span>
            </Box>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
