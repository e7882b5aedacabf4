import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; note?: ReactNode; children: ReactNode };

export function ExplanationSection({ title, note, children }: Props) {
  return (
    <section>
      <Title order={3} fz="md" mb={note ? 2 : 8}>
        {title}
      </Title>
      {note && (
        <Text size="xs" c="dimmed" mb={10}>
          {note}
        </Text>
      )}
      {children}
    </section>
  );
}
