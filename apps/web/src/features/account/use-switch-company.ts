import { setActiveCompany } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { announceSessionEvent } from '../../api/session.ts';
import { openConfirmModal } from '../../ui/confirm-modal.tsx';
import { notify } from '../../ui/notify.ts';
import { useSignOut } from './use-sign-out.ts';
import { useUpdateMe } from './use-update-me.ts';

/** Acts in another company of the account; where that one asks for a mailed code, offers to sign in anew. */
export function useSwitchCompany() {
  const { t } = useTranslation('shell');
  const signOut = useSignOut();
  const change = useUpdateMe(setActiveCompany, {
    handlesError: true,
    onSuccess: () => announceSessionEvent('actor_changed'),
  });
  return {
    isPending: change.isPending,
    switchTo: ({ id, name }: { id: string; name: string }) =>
      change.mutate(
        { body: { companyId: id } },
        {
          onError: (error) => {
            if (error.code !== 'auth.two_factor_required') notify('error', describeError(error));
            else
              openConfirmModal({
                title: t('switching.title', { company: name }),
                text: t('switching.text'),
                confirmLabel: t('switching.signIn'),
                destructive: false,
                onConfirm: () => signOut({ notice: 'two-factor' }),
              });
          },
        },
      ),
  };
}
