import { listMyInvitations, type ReceivedInvitation } from '@lectern/contract';
import { Box, Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import classes from '../account.module.css';
import { useSwitchCompany } from '../menu/use-switch-company.ts';
import { invitationLevel } from './invitation-level.ts';
import { useAnswerInvitation } from './use-answer-invitation.ts';

/** Companies that invite the account to join them; nothing where none does. */
export function InvitationsCard() {
  const { t } = useTranslation('account');
  const me = useMe();
  // Asked only where there may be some, and they may be answered.
  const mayAnswer = me.emailVerified && !me.impersonation && me.signedInWith === 'password';
  const items = useApiQuery(listMyInvitations, {}, { enabled: mayAnswer }).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Box mb={24}>
      <SectionCard title={t('invitations.title', { count: items.length })}>
        <Stack component="ul" className="plain-list" gap={16} m={0} p={0}>
          {items.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} />
          ))}
        </Stack>
      </SectionCard>
    </Box>
  );
}

function Invitation({ invitation }: { invitation: ReceivedInvitation }) {
  const { t } = useTranslation(['account', 'login']);
  const format = useFormat();
  const { switchTo } = useSwitchCompany();
  const company = invitation.companyName;
  const { accept, refuse } = useAnswerInvitation({
    onAccepted: (id) => switchTo({ id, name: company }),
  });
  const input = { params: { invitationId: invitation.id }, body: {} };
  return (
    <li className={classes.invitation}>
      <div className={classes.invitationTexts}>
        <p className={classes.invitationTitle}>
          {t('invitations.text', { person: invitation.invitedBy, company })}
        </p>
        <p>{t(`login:invitation.levels.${invitationLevel(invitation)}`)}</p>
        <p>{t('login:invitation.until', { date: format.dateTime(invitation.expiresAt) })}</p>
        <FormError error={accept.error} />
      </div>
      <Group gap="xs">
        <Button loading={accept.isPending} onClick={() => accept.mutate(input)}>
          {t('login:invitation.agree')}
        </Button>
        <Button
          variant="default"
          disabled={accept.isPending}
          onClick={() =>
            openConfirmModal({
              title: t('login:invitation.refuseTitle', { company }),
              text: t('login:invitation.refuseText'),
              confirmLabel: t('login:invitation.refuse'),
              onConfirm: () => refuse.mutateAsync(input),
            })
          }
        >
          {t('login:invitation.refuse')}
        </Button>
      </Group>
    </li>
  );
}
