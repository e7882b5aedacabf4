import type { Json } from '@lectern/contract';
import { Text } from '@mantine/core';
import classes from './run-panel.module.css';

export const asShown = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Values by name, as a step took or gave them; those in `marked` stand out. */
export function StepData({
  title,
  data,
  marked,
}: {
  title: string;
  data: Record<string, Json>;
  marked?: ReadonlySet<string>;
}) {
  const entries = Object.entries(data);
  if (entries.length === 0) return null;
  return (
    <>
      <Text size="xs" c="dimmed" mt={4}>
        {title}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.data} tabIndex={0} aria-label={title}>
        {entries.map(([key, value]) => {
          const line = `${key}: ${asShown(value)}`;
          return <div key={key}>{marked?.has(key) ? <mark>{line}</mark> : line}</div>;
        })}
      </section>
    </>
  );
}
