import { Box, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconKey, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import classes from '../account.module.css';
import { useLeaveImpersonation } from './impersonation-banner.tsx';
import { useSignOut } from './use-sign-out.ts';

export function AccountMenu() {
  const { t } = useTranslation('shell');
  const me = useMe();
  const signOut = useSignOut();
  const { leaving, leave } = useLeaveImpersonation();
  return (
    <Menu width={248}>
      <Menu.Target>
        <UnstyledButton className={classes.trigger} aria-label={t('header.account', { name: me.username })}>
          <InitialAvatar name={me.username} photo={me.photo} size={30} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Group gap="sm" wrap="nowrap" px={12} py={8}>
          <InitialAvatar name={me.username} photo={me.photo} size={36} />
          <Box miw={0}>
            <Text fw={600} size="sm" component="div">
              <LongText>{me.username}</LongText>
            </Text>
            <Text c="dimmed" size="xs" component="div">
              <LongText>{me.email}</LongText>
            </Text>
          </Box>
        </Group>
        <Menu.Divider />
        {/* The account itself is not the administrator's to change while it acts as a company. */}
        {!me.impersonation && (
          <>
            <Menu.Item
              component={Link}
              to="/user-setting/profile"
              leftSection={<IconUser size={16} aria-hidden />}
            >
              {t('settings.profile')}
            </Menu.Item>
            <Menu.Item
              component={Link}
              to="/user-setting/password"
              leftSection={<IconKey size={16} aria-hidden />}
            >
              {t('settings.password')}
            </Menu.Item>
          </>
        )}
        <Menu.Item component={Link} to="/user-setting" leftSection={<IconSettings size={16} aria-hidden />}>
          {t('settings.title')}
        </Menu.Item>
        <Menu.Divider />
        {me.impersonation ? (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={leaving}
            onClick={leave}
          >
            {t('impersonation.leave')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut()}>
            {t('header.signOut')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
