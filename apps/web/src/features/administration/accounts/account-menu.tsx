import type { ManagedAccount } from '@lectern/contract';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBuildingPlus,
  IconCpu,
  IconDotsVertical,
  IconPlayerPause,
  IconPlayerPlay,
  IconShieldMinus,
  IconShieldPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import type { AccountCommands } from './account-commands.ts';

export function AccountMenu({ account, commands }: { account: ManagedAccount; commands: AccountCommands }) {
  const { t } = useTranslation('administration');
  // Nobody locks themselves out.
  const own = useMe().id === account.id;
  const item = { size: 16, stroke: 1.6 };
  return (
    <Menu width={240}>
      <Menu.Target>
        <ActionIcon aria-label={t('accounts.actionsOf', { name: account.username })}>
          <IconDotsVertical size={17} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCpu {...item} />} onClick={() => commands.onModels(account)}>
          {t('accounts.models')}
        </Menu.Item>
        {account.companies.some(({ kind }) => kind === 'personal') && (
          <Menu.Item leftSection={<IconBuildingPlus {...item} />} onClick={() => commands.onPromote(account)}>
            {t('accounts.promoteThis')}
          </Menu.Item>
        )}
        {!own && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={account.isAdmin ? <IconShieldMinus {...item} /> : <IconShieldPlus {...item} />}
              onClick={() => commands.onAdmin(account, !account.isAdmin)}
            >
              {t(account.isAdmin ? 'accounts.unmakeAdmin' : 'accounts.makeAdmin')}
            </Menu.Item>
            {account.active ? (
              <Menu.Item
                leftSection={<IconPlayerPause {...item} />}
                color="var(--danger)"
                onClick={() => commands.onActive(account, false)}
              >
                {t('accounts.disable')}
              </Menu.Item>
            ) : (
              <Menu.Item
                leftSection={<IconPlayerPlay {...item} />}
                onClick={() => commands.onActive(account, true)}
              >
                {t('accounts.enable')}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
