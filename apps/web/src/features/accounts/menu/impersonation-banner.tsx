import { endImpersonation, type Me } from '@lectern/contract';
import { Box, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconUserShield } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { meQueryOptions } from '../../../api/me.ts';
import { returnToOwnAccount } from '../../../api/session.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import { useSecondsLeft } from '../../../ui/format/use-seconds-left.ts';
import classes from './impersonation-banner.module.css';

/** Returns at once; the server, where it cannot be reached, ends the session by itself within the hour. */
export function useLeaveImpersonation() {
  const [leaving, setLeaving] = useState(false);
  return {
    leaving,
    leave: () => {
      setLeaving(true);
      void callApi(endImpersonation)
        .catch(() => undefined)
        .then(() => returnToOwnAccount());
    },
  };
}

/** On every page while an administrator acts as a company: as whom, how long still, and the way back. */
export function ImpersonationBanner({
  me,
}: {
  me: Me & { impersonation: NonNullable<Me['impersonation']> };
}) {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const { leaving, leave } = useLeaveImpersonation();
  const left = useSecondsLeft(Date.parse(me.impersonation.expiresAt));
  const over = left === 0;
  useEffect(() => {
    // The server's clock decides; its refusal leads back.
    if (over) void client.fetchQuery({ ...meQueryOptions, staleTime: 0 }).catch(() => undefined);
  }, [over, client]);
  return (
    <section className={classes.root} aria-label={t('impersonation.region')}>
      <IconUserShield size={18} stroke={1.7} aria-hidden />
      <div className={classes.texts}>
        <LongText className={classes.long}>
          {t('impersonation.text', { company: me.company.name, person: me.username })}
        </LongText>
        <LongText className={classes.short}>
          {t('impersonation.short', { company: me.company.name })}
        </LongText>
        <Box component="span" className="numeric" flex="none" c="#f0dcae" role="timer" aria-live="off">
          {left < 60
            ? t('impersonation.lastMinute')
            : t('impersonation.minutes', { count: Math.floor(left / 60) })}
        </Box>
      </div>
      <UnstyledButton className={classes.leave} onClick={leave} disabled={leaving}>
        <IconArrowBackUp size={16} aria-hidden />
        {t('impersonation.leave')}
      </UnstyledButton>
    </section>
  );
}
