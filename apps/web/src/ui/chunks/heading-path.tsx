import { Text } from '@mantine/core';

/** The headings above a passage, outermost first. */
export function HeadingPath({ path }: { path: readonly string[] }) {
  if (path.length === 0) return null;
  const text = path.join(' › ');
  return (
    <Text size="xs" c="var(--accent-ink)" fw={550} mb={4} lineClamp={2} title={text}>
      {text}
    </Text>
  );
}
