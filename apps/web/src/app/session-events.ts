import type { QueryClient } from '@tanstack/react-query';
import { meQueryOptions } from '../api/me.ts';
import { onSessionEvent } from '../api/session.ts';
import type { createAppRouter } from './router.tsx';

/** Leads to the sign-in or to the password change when a call learns that one is needed. */
export function leadOnSessionEvents(
  router: ReturnType<typeof createAppRouter>,
  queryClient: QueryClient,
): void {
  onSessionEvent((event) => {
    const { pathname, href } = router.state.location;
    if (event === 'ended') {
      queryClient.clear();
      if (pathname !== '/login')
        void router.navigate({ to: '/login', search: { next: href }, replace: true });
      return;
    }
    void queryClient.invalidateQueries({ queryKey: meQueryOptions.queryKey });
    if (pathname !== '/user-setting/password') void router.navigate({ to: '/user-setting/password' });
  });
}
