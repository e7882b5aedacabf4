import { Box, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Shown where there is nothing yet: what belongs here, and the next step as a button. */
export function EmptyState({
  icon: IconShape,
  title,
  text,
  action,
  headingOrder = 2,
}: {
  icon: Icon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  headingOrder?: 1 | 2 | 3;
}) {
  return (
    <Stack pt={{ base: 24, sm: 56 }} px={16} pb={{ base: 32, sm: 64 }} align="center" gap="xs">
      <Box pos="relative" w={88} h={96} mb={12} aria-hidden>
        <span className={classes.sheet} />
        <span className={classes.sheet} />
        <span className={classes.front}>
          <IconShape size={30} stroke={1.4} />
        </span>
      </Box>
      <Title order={headingOrder} fz="1.0625rem" ta="center">
        {title}
      </Title>
      {text !== undefined && (
        <Text c="dimmed" ta="center" maw={440} component="div">
          {text}
        </Text>
      )}
      {action !== undefined && <Box mt={12}>{action}</Box>}
    </Stack>
  );
}
