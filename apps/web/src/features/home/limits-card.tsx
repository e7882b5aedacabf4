import { getCompanyLimits } from '@lectern/contract';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { LimitBar } from '../../ui/feedback/limit-bar.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** What the company's package allows and how much of it is used. */
export function LimitsCard() {
  const { t } = useTranslation('account');
  const limits = useApiQuery(getCompanyLimits, {});
  return (
    <SectionCard title={t('home.limits')}>
      <QueryBoundary query={limits} skeleton={<SkeletonText lines={7} />}>
        {(data) => (
          <Stack component="ul" className="plain-list" gap={16} m={0} p={0}>
            {data.limits.map((limit) => (
              <li key={limit.quota}>
                <LimitBar limit={limit} />
              </li>
            ))}
          </Stack>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}
