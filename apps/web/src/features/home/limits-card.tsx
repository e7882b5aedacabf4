import { getCompanyLimits } from '@lectern/contract';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { LimitBar, useLimitText } from '../../ui/feedback/limit-bar.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** What the company's package allows and how much of it is used. */
export function LimitsCard() {
  const { t } = useTranslation('account');
  const textOf = useLimitText();
  const limits = useApiQuery(getCompanyLimits, {});
  return (
    <SectionCard title={t('home.limits')}>
      <QueryBoundary query={limits} skeleton={<SkeletonText lines={7} />}>
        {({ limits: all }) => {
          const limited = all.filter(({ max }) => max !== null);
          const open = all.filter(({ max }) => max === null);
          return (
            <Stack gap={16}>
              {limited.map((limit) => (
                <LimitBar key={limit.quota} limit={limit} />
              ))}
              {open.length > 0 && (
                <Text size="sm" c="dimmed">
                  {t(limited.length === 0 ? 'home.noLimits' : 'home.noOtherLimits')}{' '}
                  {open.map(textOf).join(' · ')}
                </Text>
              )}
            </Stack>
          );
        }}
      </QueryBoundary>
    </SectionCard>
  );
}
