import { Title } from '@mantine/core';
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
        <div className={classes.texts}>
          <Title order={2} size="h3">
            {title}
          </Title>
          {description !== undefined && <p className={classes.description}>{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
