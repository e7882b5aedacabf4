import { getCompanyLimits } from '@lectern/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { LimitBar } from '../../ui/feedback/limit-bar.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import classes from './usage.module.css';

const quotas: readonly string[] = ['monthlyRequests', 'yearlyRequests'];

/** How many questions the package leaves for this month and this year. */
export function RequestLimits() {
  const { t } = useTranslation('usage');
  const limits = useApiQuery(getCompanyLimits, {});
  return (
    <Box mb={24}>
      <SectionCard title={t('limits.title')} description={t('limits.text')}>
        <QueryBoundary query={limits} skeleton={<SkeletonText lines={2} />}>
          {(data) => (
            <ul className={classes.limits}>
              {data.limits
                .filter(({ quota }) => quotas.includes(quota))
                .map((limit) => (
                  <li key={limit.quota}>
                    <LimitBar limit={limit} />
                  </li>
                ))}
            </ul>
          )}
        </QueryBoundary>
      </SectionCard>
    </Box>
  );
}
