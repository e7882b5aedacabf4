import { signOut } from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { callApi } from '../../../api/client.ts';
import { forgetSession } from '../../../api/queries.ts';
import { endSession } from '../../../api/session.ts';
import { resetLanguage } from '../../../locales/i18n.ts';

/** What the sign-in is to know. */
type Reason = { notice?: 'two-factor'; invitation?: string };

/** Ends the session here at once, and on the server as soon as it can be reached. */
export function useSignOut(): (reason?: Reason) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    (reason = {}) => {
      const told = callApi(signOut).catch(() => undefined);
      endSession();
      void navigate({ to: '/login', search: reason })
        .then(() => forgetSession(client))
        .then(resetLanguage);
      void told;
    },
    [client, navigate],
  );
}
