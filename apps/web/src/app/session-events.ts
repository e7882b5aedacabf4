import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { meQueryOptions } from '../api/me.ts';
import { forgetSession } from '../api/queries.ts';
import {
  isSignedIn,
  onSessionEvent,
  type SessionEvent,
  takeOwnPlace,
  watchOtherTabs,
} from '../api/session.ts';
import { notifyAfterReload } from '../ui/feedback/notify.ts';
import type { createAppRouter } from './router.tsx';

/** What the sign-in says to whom is led there. */
const notices: Partial<Record<SessionEvent, 'two-factor' | 'disabled'>> = {
  two_factor_required: 'two-factor',
  locked_out: 'disabled',
};

/** Reloads the whole page: nothing that one person saw or started may continue as another. */
function reloadAt(path: string): void {
  window.location.assign(path);
}

/** Leads to where a change of session makes it necessary: the sign-in, the password change, or another's home. */
export function followSessionEvents(
  router: ReturnType<typeof createAppRouter>,
  queryClient: QueryClient,
): void {
  onSessionEvent((event) => {
    const { pathname, href } = router.state.location;
    switch (event) {
      case 'password_change_required':
        void queryClient.invalidateQueries({ queryKey: meQueryOptions.queryKey });
        if (pathname !== '/user-setting/password') void router.navigate({ to: '/user-setting/password' });
        return;
      case 'impersonation_over':
        notifyAfterReload('error', i18next.t('impersonation.over'));
        reloadAt(takeOwnPlace() ?? '/home');
        return;
      case 'returned':
        reloadAt(takeOwnPlace() ?? '/home');
        return;
      case 'actor_changed':
        reloadAt('/home');
        return;
      case 'changed_elsewhere':
        if (isSignedIn()) reloadAt('/home');
        else if (pathname !== '/login') reloadAt('/login');
        return;
      default:
        forgetSession(queryClient);
        if (pathname !== '/login')
          void router.navigate({
            to: '/login',
            search: { next: href, notice: notices[event] },
            replace: true,
          });
    }
  });
  watchOtherTabs();
}
