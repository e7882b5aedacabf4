import type { ManagedAccount } from '@lectern/contract';
import { Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconBuildingPlus, IconUserPlus, IconUsers, IconZoomQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import type { AccountCommands } from './account-commands.ts';
import { AccountFilters } from './account-filters.tsx';
import { AccountModels } from './account-models.tsx';
import { AccountTable } from './account-table.tsx';
import type { AccountsView } from './accounts-view.ts';
import { CreateUser } from './create-user.tsx';
import { PromoteAccount } from './promote-account.tsx';
import { accountsPageSize, useAccountActions, useAccounts } from './use-accounts.ts';

type Props = {
  view: AccountsView;
  onView: (changes: Partial<AccountsView>) => void;
  onClear: () => void;
};

/** Opens a dialog whose body gets the way to close it; a password that is shown once must not go by a stray click. */
function openDialog(title: string, body: (close: () => void) => ReactNode): void {
  const id = modals.open({
    title,
    size: 520,
    closeOnClickOutside: false,
    children: body(() => modals.close(id)),
  });
}

export function AccountList({ view, onView, onClear }: Props) {
  const { t } = useTranslation('administration');
  const { isAdmin, active, ...rest } = view;
  const query = useAccounts({
    ...rest,
    isAdmin: isAdmin === undefined ? undefined : `${isAdmin}`,
    active: active === undefined ? undefined : `${active}`,
  });
  const { update } = useAccountActions();
  const narrowed = view.search ?? view.companyId ?? isAdmin ?? active;
  const change = (account: ManagedAccount, body: { active?: boolean; isAdmin?: boolean }) =>
    update.mutateAsync({ params: { accountId: account.id }, body });
  const openPromote = (account?: ManagedAccount) =>
    openDialog(t('promote.title'), (close) => <PromoteAccount account={account} onDone={close} />);

  const commands: AccountCommands = {
    onModels: (account) =>
      openDialog(t('accountModels.title', { name: account.username }), () => (
        <AccountModels accountId={account.id} />
      )),
    onPromote: openPromote,
    onAdmin: (account, make) =>
      openConfirmModal({
        title: t(make ? 'accountConfirm.adminTitle' : 'accountConfirm.unmakeTitle', {
          name: account.username,
        }),
        text: t(make ? 'accountConfirm.adminText' : 'accountConfirm.unmakeText'),
        confirmLabel: t(make ? 'accountConfirm.makeAdmin' : 'accountConfirm.unmakeAdmin'),
        destructive: !make,
        onConfirm: () => change(account, { isAdmin: make }),
      }),
    onActive: (account, enable) =>
      openConfirmModal({
        title: t(enable ? 'accountConfirm.enableTitle' : 'accountConfirm.disableTitle', {
          name: account.username,
        }),
        text: t(enable ? 'accountConfirm.enableText' : 'accountConfirm.disableText'),
        confirmLabel: t(enable ? 'accountConfirm.enable' : 'accountConfirm.disable'),
        destructive: !enable,
        onConfirm: () => change(account, { active: enable }),
      }),
  };

  return (
    <>
      <PageHeader
        title={t('accounts.title')}
        description={t('accounts.text')}
        actions={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconBuildingPlus size={16} aria-hidden />}
              onClick={() => openPromote()}
            >
              {t('accounts.promote')}
            </Button>
            <Button
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={() => openDialog(t('createUser.title'), (close) => <CreateUser onDone={close} />)}
            >
              {t('accounts.create')}
            </Button>
          </Group>
        }
      />
      <AccountFilters view={view} onView={onView} />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={10} height={56} />}>
        {({ items, total }) =>
          items.length > 0 ? (
            <AccountTable
              accounts={items}
              commands={commands}
              paging={{
                page: view.page,
                pageSize: accountsPageSize,
                total,
                onPage: (page) => onView({ page }),
              }}
            />
          ) : (
            <EmptyState
              icon={narrowed === undefined ? IconUsers : IconZoomQuestion}
              title={t(narrowed === undefined ? 'accounts.none' : 'accounts.noneFound')}
              text={narrowed === undefined ? undefined : t('accounts.noneFoundText')}
              action={
                <Button variant="default" onClick={onClear}>
                  {t('accounts.clear')}
                </Button>
              }
            />
          )
        }
      </QueryBoundary>
    </>
  );
}
