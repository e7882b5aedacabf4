import type { Me, ReceivedInvitation } from '@lectern/contract';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../ui/form/form-error.tsx';
import { LinkButton } from '../../../ui/link.tsx';
import { useAnswerInvitation } from '../invitations/use-answer-invitation.ts';
import { useSwitchCompany } from '../menu/use-switch-company.ts';
import { InvitationText } from './invitation-text.tsx';
import { StepFrame } from './step-frame.tsx';

/** An invitation's link, opened by whom is signed in: agree or refuse. */
export function InvitationStep({
  token,
  invitation,
  me,
  onOtherAccount,
}: {
  token: string;
  invitation: ReceivedInvitation;
  me: Me;
  onOtherAccount: () => void;
}) {
  const { t } = useTranslation('login');
  const navigate = useNavigate();
  const { switchTo } = useSwitchCompany();
  const { accept, refuse } = useAnswerInvitation({
    onAccepted: async (id) => {
      // Home first: where the switch is refused, the person is somewhere to continue from.
      await navigate({ to: '/home' });
      switchTo({ id, name: invitation.companyName });
    },
  });
  const title = t('invitation.title', { company: invitation.companyName });
  if (me.email !== invitation.email)
    return (
      <StepFrame title={title}>
        <Stack gap="lg">
          <Alert role="note" color="yellow" icon={<IconMail aria-hidden />}>
            {t('invitation.forAnother', { theirs: invitation.email, mine: me.email })}
          </Alert>
          <Group gap="xs">
            <Button size="md" onClick={onOtherAccount}>
              {t('invitation.otherAccount')}
            </Button>
            <LinkButton size="md" variant="default" to="/home">
              {t('invitation.later')}
            </LinkButton>
          </Group>
        </Stack>
      </StepFrame>
    );
  const input = { params: { invitationId: invitation.id }, body: { token } };
  const busy = accept.isPending || accept.isSuccess || refuse.isPending;
  return (
    <StepFrame title={title} text={<InvitationText invitation={invitation} />}>
      <Stack gap="lg">
        <FormError error={accept.error ?? refuse.error} />
        <Group gap="xs">
          <Button
            size="md"
            loading={accept.isPending || accept.isSuccess}
            disabled={refuse.isPending}
            onClick={() => accept.mutate(input)}
          >
            {t('invitation.agree')}
          </Button>
          <Button
            size="md"
            variant="default"
            loading={refuse.isPending}
            disabled={busy && !refuse.isPending}
            onClick={() => refuse.mutate(input, { onSuccess: () => void navigate({ to: '/home' }) })}
          >
            {t('invitation.refuse')}
          </Button>
          <LinkButton size="md" variant="subtle" to="/home">
            {t('invitation.later')}
          </LinkButton>
        </Group>
      </Stack>
    </StepFrame>
  );
}

/** The same link once it no longer works. */
export function EndedInvitationStep() {
  const { t } = useTranslation(['login', 'shell']);
  return (
    <StepFrame title={t('invitation.endedTitle')} text={t('invitation.endedText')}>
      <LinkButton size="md" to="/home">
        {t('shell:actions.backHome')}
      </LinkButton>
    </StepFrame>
  );
}
