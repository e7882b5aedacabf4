import type { ReceivedInvitation } from '@lectern/contract';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { invitationLevel } from '../invitations/invitation-level.ts';

/** Who invites to what, what one will be able to do there, and until when one may answer. */
export function InvitationText({ invitation }: { invitation: ReceivedInvitation }) {
  const { t } = useTranslation('login');
  const format = useFormat();
  return (
    <>
      <p>{t('invitation.text', { person: invitation.invitedBy, company: invitation.companyName })}</p>
      <p>{t(`invitation.levels.${invitationLevel(invitation)}`)}</p>
      <Text size="sm">{t('invitation.until', { date: format.dateTime(invitation.expiresAt) })}</Text>
    </>
  );
}
