import { Card, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const places = Array.from({ length: 24 }, (_, index) => index);

/** Rows of a list that is being loaded. */
export function SkeletonList({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  const { t } = useTranslation('shell');
  return (
    <Stack gap={8} role="status" aria-label={t('loading')}>
      {places.slice(0, rows).map((place) => (
        <Skeleton key={place} height={height} />
      ))}
    </Stack>
  );
}

/** Cards of a grid that is being loaded. */
export function SkeletonCards({ cards = 6, height = 132 }: { cards?: number; height?: number }) {
  const { t } = useTranslation('shell');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} role="status" aria-label={t('loading')}>
      {places.slice(0, cards).map((place) => (
        <Card key={place} h={height} padding="md">
          <Skeleton height={18} width="55%" />
          <Skeleton height={12} mt="md" />
          <Skeleton height={12} mt={8} width="80%" />
        </Card>
      ))}
    </SimpleGrid>
  );
}

/** Lines of text that is being loaded. */
export function SkeletonText({ lines = 4 }: { lines?: number }) {
  const { t } = useTranslation('shell');
  return (
    <Stack gap={10} role="status" aria-label={t('loading')}>
      {places.slice(0, lines).map((place) => (
        <Skeleton key={place} height={12} width={place === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}
