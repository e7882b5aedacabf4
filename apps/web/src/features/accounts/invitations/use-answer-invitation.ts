import { acceptInvitation, getMe, listMyInvitations, refuseInvitation } from '@lectern/contract';
import i18next from 'i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { notify } from '../../../ui/feedback/notify.ts';

/** Agreeing to an invitation, and refusing it. */
export function useAnswerInvitation(settings: { onAccepted?: (companyId: string) => unknown } = {}) {
  const invalidates = [listMyInvitations, getMe];
  const accept = useApiMutation(acceptInvitation, {
    invalidates,
    handlesError: true,
    onSuccess: ({ companyId, companyName }) => {
      notify('success', i18next.t('login:invitation.agreed', { company: companyName }));
      return settings.onAccepted?.(companyId);
    },
  });
  const refuse = useApiMutation(refuseInvitation, {
    invalidates,
    handlesError: true,
    successMessage: 'login:invitation.refused',
  });
  return { accept, refuse };
}
