import {
  type getInvitation,
  getPublicSettings,
  type ResponseOf,
  type SignInOutcome,
} from '@lectern/contract';
import { Alert, Button, Tabs } from '@mantine/core';
import { IconBuilding, IconInfoCircle, IconMailOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { InvitationText } from './invitation-text.tsx';
import classes from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { StepFrame } from './step-frame.tsx';

type Props = {
  tab: 'sign-in' | 'sign-up';
  onTab: (tab: 'sign-in' | 'sign-up') => void;
  notice: 'two-factor' | 'password-changed' | 'disabled' | undefined;
  /** Opened from an invitation's mail. */
  invitation: { token: string; query: UseQueryResult<ResponseOf<typeof getInvitation>> } | undefined;
  onOutcome: (outcome: SignInOutcome, registered?: boolean) => unknown;
  onForgotten: () => void;
  onCompany: () => void;
};

/** The first step: a password, a new account, or an invitation to one of them. */
export function EntryStep(props: Props) {
  const { t } = useTranslation('login');
  const { invitation, onOutcome, onForgotten } = props;
  if (invitation?.query.isPending) return <SkeletonList rows={4} height={56} />;
  if (!invitation?.query.data) return <OpenEntry {...props} ended={invitation !== undefined} />;
  const { data } = invitation.query;
  return (
    <StepFrame
      title={t('invitation.title', { company: data.companyName })}
      text={
        <>
          <InvitationText invitation={data} />
          <p>{t(data.hasAccount ? 'invitation.signInAs' : 'invitation.registerAs', { email: data.email })}</p>
        </>
      }
    >
      {data.hasAccount ? (
        <SignInForm login={data.email} onOutcome={onOutcome} onForgotten={onForgotten} />
      ) : (
        <SignUpForm
          invited={{ email: data.email, token: invitation.token }}
          onOutcome={(outcome) => onOutcome(outcome, true)}
        />
      )}
    </StepFrame>
  );
}

/** A panel that no tab names is only a place. */
const withoutTab = { role: 'presentation', 'aria-labelledby': undefined };

function OpenEntry({
  tab,
  onTab,
  notice,
  ended,
  onOutcome,
  onForgotten,
  onCompany,
}: Props & { ended: boolean }) {
  const { t } = useTranslation('login');
  const settings = useApiQuery(getPublicSettings, {}, { staleTime: 60_000 }).data;
  const signingUp = tab === 'sign-up' && settings?.signUpEnabled !== false;
  return (
    <StepFrame
      title={t(signingUp ? 'signUpTitle' : 'signInTitle')}
      text={t(signingUp ? 'signUpText' : 'signInText')}
    >
      {ended && (
        <Alert
          role="note"
          color="yellow"
          icon={<IconMailOff aria-hidden />}
          title={t('invitation.endedTitle')}
          mb="lg"
        >
          {t('invitation.endedText')}
        </Alert>
      )}
      {notice && (
        <Alert
          role="status"
          color={notice === 'password-changed' ? 'green' : 'yellow'}
          icon={<IconInfoCircle aria-hidden />}
          mb="lg"
        >
          {t(`notices.${notice}`)}
        </Alert>
      )}
      {/* One form before and after the settings have come: what is typed meanwhile stays. */}
      <Tabs
        value={signingUp ? 'sign-up' : 'sign-in'}
        onChange={(value) => onTab(value === 'sign-up' ? value : 'sign-in')}
        keepMounted={false}
      >
        {settings?.signUpEnabled && (
          <Tabs.List mb="lg" grow>
            <Tabs.Tab value="sign-in">{t('signIn')}</Tabs.Tab>
            <Tabs.Tab value="sign-up">{t('signUp')}</Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="sign-in" {...(settings?.signUpEnabled ? {} : withoutTab)}>
          <SignInForm onOutcome={onOutcome} onForgotten={onForgotten} />
        </Tabs.Panel>
        <Tabs.Panel value="sign-up" {...(settings?.signUpEnabled ? {} : withoutTab)}>
          <SignUpForm onOutcome={(outcome) => onOutcome(outcome, true)} />
        </Tabs.Panel>
      </Tabs>
      {settings?.singleSignOn && (
        <div className={classes.or}>
          <Button
            size="md"
            variant="default"
            fullWidth
            leftSection={<IconBuilding size={17} aria-hidden />}
            onClick={onCompany}
          >
            {t('withCompany')}
          </Button>
        </div>
      )}
    </StepFrame>
  );
}
