import { Box, Flex, Progress, Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../format/use-format.ts';

type RunProgressProps = {
  /** What it is the progress of, for screen readers. */
  label: string;
  /** 0–100; null while the extent is not known yet. */
  percent: number | null;
  /** What is being done now; with it the percentage is shown. */
  stage?: ReactNode;
  /** Counts or the last message, below the bar. */
  detail?: ReactNode;
  /** It waits for its turn. */
  queued?: boolean;
  /** In a row of a list: smaller letters and a thinner bar. */
  compact?: boolean;
} & Omit<StackProps, 'children'>;

/** How far long-running work has come: a parse, an import, an export, a graph, an evaluation. */
export function RunProgress(props: RunProgressProps) {
  const { label, percent, stage, detail, queued = false, compact = false, ...stack } = props;
  const format = useFormat();
  const fontSize = compact ? 'xs' : 'sm';
  // A bar that has begun is never quite empty.
  const value = percent === null ? 100 : queued ? 0 : Math.max(percent, 2);
  return (
    <Stack component="span" gap={compact ? 4 : 6} {...stack}>
      {stage !== undefined && (
        <Flex component="span" justify="space-between" gap="sm" fz={fontSize}>
          <span>{stage}</span>
          {percent !== null && <span className="numeric">{format.percent(Math.round(percent) / 100)}</span>}
        </Flex>
      )}
      <Progress
        component="span"
        size={compact ? 4 : 8}
        value={value}
        animated={!compact && !queued}
        aria-label={label}
      />
      {detail !== undefined && (
        <Box component="span" c="dimmed" fz={fontSize} className="numeric" aria-live="polite">
          {detail}
        </Box>
      )}
    </Stack>
  );
}
