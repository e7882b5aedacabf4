import type { Permission, QuotaKey } from '@lectern/contract';
import { type CompanyLimit, getCompanyLimits, hasPermission, type Level } from '@lectern/contract';
import { Alert, Box } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { limitState, useLimitText } from '../../ui/feedback/limit-bar.tsx';
import { whoRaisesLimits } from '../../ui/feedback/within-limit.tsx';
import classes from './home.module.css';

/** Who meets the limit in their work; to others a warning would only be noise. */
const concerns: Record<QuotaKey, Permission> = {
  users: 'SettingsTeam',
  assistants: 'CreateChat',
  knowledgeBases: 'Knowledge',
  storage: 'Knowledge',
  iframes: 'SettingsCompany',
  monthlyRequests: 'Chat',
  yearlyRequests: 'Chat',
};

/** Limits that are reached, and those that soon will be: what it means, and what to do. */
export function LimitNotices() {
  const me = useMe();
  const limits = useApiQuery(getCompanyLimits, {}).data?.limits ?? [];
  const mine = limits.filter(({ quota }) => hasPermission(me.level as Level, concerns[quota]));
  return (
    <>
      <Notice state="full" limits={mine.filter((limit) => limitState(limit) === 'full')} />
      <Notice state="near" limits={mine.filter((limit) => limitState(limit) === 'near')} />
    </>
  );
}

function Notice({ state, limits }: { state: 'near' | 'full'; limits: CompanyLimit[] }) {
  const { t } = useTranslation(['account', 'shell']);
  const me = useMe();
  const textOf = useLimitText();
  if (limits.length === 0) return null;
  return (
    <Alert
      role="note"
      color={state === 'full' ? 'red' : 'yellow'}
      icon={<IconAlertTriangle aria-hidden />}
      title={t(`limitNotices.${state}Title`, { count: limits.length })}
      mb="lg"
    >
      <ul className={classes.notices}>
        {limits.map((limit) => (
          <li key={limit.quota}>
            {t(state === 'full' ? `shell:limits.full.${limit.quota}` : `limitNotices.near.${limit.quota}`, {
              amount: textOf(limit),
            })}
          </li>
        ))}
      </ul>
      <Box component="p" mt={6} mx={0} mb={0} c="dimmed">
        {t(`shell:limits.more.${whoRaisesLimits(me)}`)}
      </Box>
    </Alert>
  );
}
