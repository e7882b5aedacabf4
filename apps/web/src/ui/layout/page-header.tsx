import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LongText } from '../display/long-text.tsx';
import { usePageTitle } from './use-page-title.ts';

/** The head of a screen; its title is also the title of the page. */
export function PageHeader({
  title,
  pageTitle = title,
  description,
  actions,
  above,
}: {
  title: string;
  /** The title in the browser's tab where it differs. */
  pageTitle?: string;
  description?: ReactNode;
  /** Buttons, at the end of the line; below it on a phone. */
  actions?: ReactNode;
  /** A way back, above the title. */
  above?: ReactNode;
}) {
  usePageTitle(pageTitle);
  return (
    <Box mb="var(--mantine-spacing-lg)">
      {above}
      <Group justify="space-between" align="flex-start" gap="md">
        <Box flex="1 1 240px" miw={0}>
          <Title order={1} fz="1.5rem" lh={1.3}>
            <LongText>{title}</LongText>
          </Title>
          {description !== undefined && (
            <Text c="dimmed" mt={4} maw={680} component="div">
              {description}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
    </Box>
  );
}
