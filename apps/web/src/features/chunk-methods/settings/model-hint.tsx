import { Text } from '@mantine/core';
import { IconCircleDashed, IconSparkles } from '@tabler/icons-react';
import classes from './model-hint.module.css';

/** Below a setting that needs a model: which one is used, or that none is configured. */
export function ModelHint({ text, missing = false }: { text: string; missing?: boolean }) {
  if (text === '') return null;
  const Icon = missing ? IconCircleDashed : IconSparkles;
  return (
    <Text component="p" className={classes.text} data-missing={missing || undefined}>
      <Icon size={14} stroke={1.7} aria-hidden />
      <span>{text}</span>
    </Text>
  );
}
