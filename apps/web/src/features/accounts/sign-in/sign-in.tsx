import { getInvitation, type SignInOutcome } from '@lectern/contract';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMaybeMe } from '../../../api/me.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { notify } from '../../../ui/feedback/notify.ts';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { useSignOut } from '../menu/use-sign-out.ts';
import { CodeStep } from './code-step.tsx';
import { CompanyStep } from './company-step.tsx';
import { EntryStep } from './entry-step.tsx';
import { ForgottenStep } from './forgotten-step.tsx';
import { EndedInvitationStep, InvitationStep } from './invitation-step.tsx';
import { NewPasswordStep } from './new-password-step.tsx';
import { forgetSsoReturn, readSsoReturn } from './sso-return.ts';
import { SsoReturnStep } from './sso-return-step.tsx';
import { useChallenge } from './use-challenge.ts';
import { useContinue, useStartSession } from './use-start-session.ts';

type Step = 'sign-up' | 'code' | 'forgotten' | 'new-password' | 'company' | undefined;

/** Signing in and registering, step by step; each step has its address. */
export function SignIn() {
  const { t } = useTranslation('login');
  const search = useSearch({ from: '/login' });
  const navigate = useNavigate({ from: '/login' });
  const router = useRouter();
  const [challenge, setChallenge] = useChallenge();
  const [registering, setRegistering] = useState(false);
  const [ssoReturn, setSsoReturn] = useState(() => readSsoReturn(window.location.hash));
  const invitation = useInvitation(search.invitation);
  const me = useMaybeMe();
  const startSession = useStartSession();
  const goOn = useContinue();
  const signOut = useSignOut();
  const frame = useFocusInNextStep(ssoReturn ? 'sso' : search.step);

  const goTo = (step: Step, rest: { notice?: 'password-changed' } = {}) =>
    void navigate({
      search: ({ next, invitation }) => ({ next, invitation, step, ...rest }),
      replace: step === undefined,
    });
  const goBack = () => goTo(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; only the first address holds the way back.
  useEffect(() => {
    if (!ssoReturn) return;
    forgetSsoReturn();
    router.history.replace(window.location.pathname + window.location.search);
  }, []);

  const take = async (outcome: SignInOutcome, registered = false) => {
    if (outcome.outcome === 'code_required') {
      setChallenge(outcome.challenge);
      setRegistering(registered);
      setSsoReturn(undefined);
      goTo('code');
      return;
    }
    // An account that was there before has yet to agree; a new one came in by the invitation.
    const mustAnswer = invitation.data?.hasAccount === true;
    await startSession(outcome);
    setChallenge(null);
    notify('success', t(registered ? 'registered' : 'loggedIn'));
    if (mustAnswer) goTo(undefined);
    else await goOn(ssoReturn?.kind === 'ticket' ? ssoReturn.next : search.next);
  };

  const renderStep = () => {
    if (ssoReturn)
      return <SsoReturnStep back={ssoReturn} onOutcome={take} onBack={() => setSsoReturn(undefined)} />;
    if (search.invitation && me && !invitation.data)
      return invitation.isError ? <EndedInvitationStep /> : <SkeletonList rows={3} height={56} />;
    if (search.invitation && invitation.data && me)
      return (
        <InvitationStep
          token={search.invitation}
          invitation={invitation.data}
          me={me}
          onOtherAccount={() => signOut({ invitation: search.invitation })}
        />
      );
    if (search.step === 'code' && challenge && challenge.kind !== 'reset_password')
      return (
        <CodeStep
          challenge={challenge}
          onChallenge={setChallenge}
          onOutcome={(outcome) => take(outcome, registering)}
          onBack={goBack}
        />
      );
    if (search.step === 'new-password' && challenge?.kind === 'reset_password')
      return (
        <NewPasswordStep
          challenge={challenge}
          onChallenge={setChallenge}
          onDone={() => {
            setChallenge(null);
            goTo(undefined, { notice: 'password-changed' });
          }}
          onBack={goBack}
        />
      );
    if (search.step === 'forgotten')
      return (
        <ForgottenStep
          onChallenge={(next) => {
            setChallenge(next);
            goTo('new-password');
          }}
          onBack={goBack}
        />
      );
    if (search.step === 'company')
      return <CompanyStep name={search.company} next={search.next} onBack={goBack} />;
    return (
      <EntryStep
        tab={search.step === 'sign-up' ? 'sign-up' : 'sign-in'}
        onTab={(tab) => goTo(tab === 'sign-up' ? tab : undefined)}
        notice={search.notice}
        invitation={search.invitation ? { token: search.invitation, query: invitation } : undefined}
        onOutcome={take}
        onForgotten={() => goTo('forgotten')}
        onCompany={() => goTo('company')}
      />
    );
  };
  return <div ref={frame}>{renderStep()}</div>;
}

/** Brings the focus into a step that took the place of another; what still has it, such as a tab, keeps it. */
function useFocusInNextStep(step: string | undefined) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (document.activeElement !== document.body) return;
    frame.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus();
  }, [step]);
  return frame;
}

/** The invitation behind the link in a mail; kept as it was when the page was opened, since answering it ends it. */
function useInvitation(token: string | undefined) {
  return useApiQuery(
    getInvitation,
    { params: { token: token ?? '' } },
    { enabled: token !== undefined, staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY },
  );
}
