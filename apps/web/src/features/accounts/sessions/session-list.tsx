import { listSessions, revokeSession, type Session } from '@lectern/contract';
import { Badge, Box, Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceUnknown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/queries.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import { describeDevice } from './device.ts';
import classes from './session-list.module.css';

const icons = { desktop: IconDeviceDesktop, mobile: IconDeviceMobile, unknown: IconDeviceUnknown };

/** This device first, then those used last. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const ordered = sessions.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.lastUsedAt.localeCompare(a.lastUsedAt),
  );
  return (
    <Box component="ul" className="plain-list" my={-16} mx={0} p={0}>
      {ordered.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </Box>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const me = useMe();
  const { browser, system, kind } = describeDevice(session.userAgent);
  const device =
    browser && system
      ? t('security.device', { browser, system })
      : browser || system || t('security.unknownDevice');
  const IconShape = icons[kind];
  const revoke = useApiMutation(revokeSession, {
    invalidates: [listSessions],
    successMessage: 'account:security.signedOut',
    handlesError: true,
  });
  return (
    <li className={classes.row}>
      <IconShape size={24} stroke={1.4} color="var(--ink-muted)" aria-hidden />
      <div className={classes.texts}>
        <div className={classes.device}>
          <LongText>{device}</LongText>
          {session.current && <Badge color="teal">{t('security.thisDevice')}</Badge>}
        </div>
        <div className={classes.facts}>
          <span>{session.address ?? t('security.unknownAddress')}</span>
          {me.companies.length > 1 && <span>{session.companyName}</span>}
          {session.signedInWith === 'single_sign_on' && <span>{t('security.bySingleSignOn')}</span>}
        </div>
        <div className={classes.facts}>
          <Moment text="security.since" at={session.createdAt} />
          <Moment text="security.lastUsed" at={session.lastUsedAt} />
        </div>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('security.signOutOf', { device })}
          onClick={() =>
            openConfirmModal({
              title: t('security.signOutTitle', { device }),
              text: t('security.signOutText'),
              confirmLabel: t('security.signOut'),
              onConfirm: () => revoke.mutateAsync({ params: { sessionId: session.id } }),
            })
          }
        >
          {t('security.signOut')}
        </Button>
      )}
    </li>
  );
}

/** The sentence with its moment inside, which keeps its exact time in a tooltip. */
function Moment({ text, at }: { text: 'security.since' | 'security.lastUsed'; at: string }) {
  const { t } = useTranslation('account');
  const [before, after] = t(text, { when: '\u0000' }).split('\u0000');
  return (
    <span>
      {before}
      <FormattedDate at={at} style="relative" />
      {after}
    </span>
  );
}
