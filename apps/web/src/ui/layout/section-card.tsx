import { Box, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section-card.module.css';

/** A framed part of a screen with a heading of its own. */
export function SectionCard({
  title,
  description,
  action,
  children,
}: {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.root}>
      <div className={classes.head}>
        <Box flex="1 1 220px" miw={0}>
          <Title order={2} size="h3">
            {title}
          </Title>
          {description !== undefined && (
            <Box component="p" maw={620} mt={4} mx={0} mb={0} c="dimmed">
              {description}
            </Box>
          )}
        </Box>
        {action}
      </div>
      {children}
    </section>
  );
}
