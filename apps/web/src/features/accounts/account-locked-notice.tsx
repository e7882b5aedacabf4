import type { Me } from '@lectern/contract';
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Why this session may not change the account itself; undefined: it may. */
export function findLockReason(me: Me): 'impersonation' | 'singleSignOn' | undefined {
  if (me.impersonation) return 'impersonation';
  return me.signedInWith === 'single_sign_on' ? 'singleSignOn' : undefined;
}

export function AccountLockedNotice({ reason }: { reason: 'impersonation' | 'singleSignOn' }) {
  const { t } = useTranslation('account');
  return (
    <Alert
      role="note"
      color="yellow"
      icon={<IconInfoCircle aria-hidden />}
      title={t(`refusedHere.${reason}Title`)}
      maw={620}
    >
      {t(`refusedHere.${reason}Text`)}
    </Alert>
  );
}
