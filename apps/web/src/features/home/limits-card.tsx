import { getCompanyLimits, type QuotaKey } from '@lectern/contract';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonText } from '../../ui/skeletons.tsx';
import classes from './home.module.css';

/** What the company's package allows and how much of it is used. */
export function LimitsCard() {
  const { t } = useTranslation('shell');
  const limits = useApiQuery(getCompanyLimits, {});
  return (
    <SectionCard title={t('home.limits')}>
      <QueryBoundary query={limits} skeleton={<SkeletonText lines={7} />}>
        {(data) => (
          <ul className={classes.limits}>
            {data.limits.map((limit) => (
              <Limit key={limit.quota} {...limit} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

function Limit({ quota, used, max }: { quota: QuotaKey; used: number; max: number | null }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const show = (value: number) => (quota === 'storage' ? format.bytes(value) : format.number(value));
  const name = t(`home.quotas.${quota}`);
  const share = max ? Math.min(1, used / max) : 0;
  const text =
    max === null
      ? t('home.unlimited', { used: show(used) })
      : max === 0
        ? t('home.notIncluded')
        : t('home.usedOf', { used: show(used), max: show(max) });
  return (
    <li>
      <div className={classes.limitHead}>
        <span>{name}</span>
        <span className={classes.limitValue}>{text}</span>
      </div>
      {max !== null && max > 0 && (
        <Progress
          value={share * 100}
          size={4}
          color={share >= 1 ? 'red' : share >= 0.8 ? 'yellow.7' : 'teal'}
          aria-label={`${name} · ${text}`}
        />
      )}
    </li>
  );
}
