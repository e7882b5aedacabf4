import { useNavigate, useSearch } from '@tanstack/react-router';
import { AccountList } from '../../features/administration/accounts/account-list.tsx';
import type { AccountsSearch } from './administration-search.ts';

export function Screen() {
  const { page = 1, ...view } = useSearch({ from: '/user-setting/admin_createuser' });
  const navigate = useNavigate();
  return (
    <AccountList
      view={{ ...view, page }}
      onView={(changes) =>
        void navigate({
          to: '/user-setting/admin_createuser',
          search: (before) => ({ ...(before as AccountsSearch), ...changes }),
          replace: true,
          resetScroll: changes.page !== undefined,
        })
      }
      onClear={() => void navigate({ to: '/user-setting/admin_createuser', search: {} })}
    />
  );
}
