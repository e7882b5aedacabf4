import type { ManagedCompany } from '@lectern/contract';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUserShield,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import type { CompanyCommands } from './company-commands.ts';

export function CompanyMenu({
  company,
  commands,
  inDetails = false,
}: {
  company: ManagedCompany;
  commands: CompanyCommands;
  /** Next to the details, which show some of it as buttons. */
  inDetails?: boolean;
}) {
  const { t } = useTranslation('administration');
  // Who acts in a company can neither close it nor act as it.
  const own = useMe().company.id === company.id;
  const item = { size: 16, stroke: 1.6 };
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon aria-label={t('companies.actionsOf', { name: company.name })}>
          <IconDotsVertical size={17} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!inDetails && (
          <>
            <Menu.Item leftSection={<IconListDetails {...item} />} onClick={() => commands.onOpen(company)}>
              {t('companies.details')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil {...item} />} onClick={() => commands.onEdit(company)}>
              {t('companies.edit')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {own ? (
          <Menu.Label>{t('companies.ownText')}</Menu.Label>
        ) : (
          <>
            {!inDetails && (
              <Menu.Item leftSection={<IconUserShield {...item} />} onClick={() => commands.onActAs(company)}>
                {t('companies.actAs')}
              </Menu.Item>
            )}
            {company.enabled ? (
              <Menu.Item
                leftSection={<IconPlayerPause {...item} />}
                onClick={() => commands.onDisable(company)}
              >
                {t('companies.disable')}
              </Menu.Item>
            ) : (
              <Menu.Item
                leftSection={<IconPlayerPlay {...item} />}
                onClick={() => commands.onEnable(company)}
              >
                {t('companies.enable')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconTrash {...item} />}
              color="var(--danger)"
              onClick={() => commands.onDelete(company)}
            >
              {t('companies.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
