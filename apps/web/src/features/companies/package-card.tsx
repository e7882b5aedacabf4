import { type CompanySettings, getCompanyLimits, type QuotaKey } from '@lectern/contract';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { LimitBar } from '../../ui/feedback/limit-bar.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import classes from './limits-list.module.css';

/** Limits whose words alone leave open what counts, or from when. */
const explained = ['users', 'iframes', 'storage', 'monthlyRequests', 'yearlyRequests'] as const;

function hasHint(quota: QuotaKey): quota is (typeof explained)[number] {
  return (explained as readonly QuotaKey[]).includes(quota);
}

/** The package in plain words: each limit, and how much of it is used. */
export function PackageCard({ company }: { company: CompanySettings }) {
  const { t } = useTranslation('company');
  const limits = useApiQuery(getCompanyLimits, {});
  return (
    <SectionCard
      title={t('settings.package')}
      description={t('settings.packageText', { name: company.package.name })}
    >
      <QueryBoundary query={limits} skeleton={<SkeletonText lines={7} />}>
        {(data) => (
          <ul className={classes.limits}>
            {data.limits.map((limit) => (
              <li key={limit.quota}>
                <LimitBar limit={limit} />
                {hasHint(limit.quota) && (
                  <Text size="xs" c="dimmed" mt={4}>
                    {t(`limits.hints.${limit.quota}`)}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}
