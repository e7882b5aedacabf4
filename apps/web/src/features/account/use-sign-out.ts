import { signOut } from '@lectern/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { callApi } from '../../api/client.ts';
import { endSession } from '../../api/session.ts';

/** Ends the session here at once, and on the server as soon as it can be reached. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(() => {
    const told = callApi(signOut).catch(() => undefined);
    endSession();
    void navigate({ to: '/login', search: {} }).then(() => client.clear());
    void told;
  }, [client, navigate]);
}
