import { ApiError } from '@lectern/client';
import { setActiveCompany } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { announceSessionEvent } from '../../../api/session.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { notifyFailure } from '../../../ui/feedback/notify.ts';
import { useUpdateMe } from '../use-update-me.ts';
import { useSignOut } from './use-sign-out.ts';

/** Acts in another company of the account; where that one asks for a mailed code, offers to sign in again. */
export function useSwitchCompany() {
  const { t } = useTranslation('shell');
  const signOut = useSignOut();
  const change = useUpdateMe(setActiveCompany, {
    handlesError: true,
    onSuccess: () => announceSessionEvent('actor_changed'),
  });
  const askToSignIn = (company: string) =>
    openConfirmModal({
      title: t('switching.title', { company }),
      text: t('switching.text'),
      confirmLabel: t('switching.signIn'),
      destructive: false,
      onConfirm: () => signOut({ notice: 'two-factor' }),
    });
  return {
    isPending: change.isPending,
    switchTo: ({ id, name }: { id: string; name: string }) => {
      // Awaited, for what asked may be gone by then, such as an invitation that was just answered.
      change.mutateAsync({ body: { companyId: id } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'auth.two_factor_required') askToSignIn(name);
        else notifyFailure(error);
      });
    },
  };
}
