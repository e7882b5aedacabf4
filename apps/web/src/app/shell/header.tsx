import { Box, Burger, Drawer, Flex, NavLink, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { AccountMenu } from '../../features/accounts/menu/account-menu.tsx';
import { CompanySwitcher } from '../../features/accounts/menu/company-switcher.tsx';
import { LanguageMenu } from '../../features/accounts/menu/language-menu.tsx';
import { ThemeToggle } from '../../features/accounts/menu/theme-toggle.tsx';
import { LogoMark } from '../../ui/logo.tsx';
import { CommandPalette } from './command-palette-button.tsx';
import classes from './header.module.css';
import { listNavigation } from './navigation.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';

export function Header() {
  const { t } = useTranslation('shell');
  const me = useMe();
  const { pathname } = useLocation();
  const [opened, drawer] = useDisclosure(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the address changes.
  useEffect(() => drawer.close(), [pathname]);
  const entries = listNavigation(me);
  return (
    <header className={classes.root}>
      <Burger
        hiddenFrom="md"
        size="sm"
        opened={opened}
        onClick={drawer.toggle}
        aria-label={t(opened ? 'header.closeMenu' : 'header.openMenu')}
      />
      <Link to="/home" className={classes.brand}>
        <LogoMark />
        <span className={classes.word}>{t('productName')}</span>
      </Link>
      <nav className={classes.nav} aria-label={t('header.navigation')}>
        {entries.map(({ to, text }) => (
          <Link key={to} to={to} className={classes.entry}>
            {t(text)}
          </Link>
        ))}
      </nav>
      <Flex align="center" gap={4} ml="auto">
        <Box mr={8} visibleFrom="md">
          <CompanySwitcher />
        </Box>
        {!me.mustChangePassword && <CommandPalette />}
        <LanguageMenu />
        <ThemeToggle />
        <AccountMenu />
        <ShortcutSheet />
      </Flex>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={288}
        hiddenFrom="md"
        title={
          <span className={classes.brand}>
            <LogoMark />
            <span className={classes.word}>{t('productName')}</span>
          </span>
        }
      >
        <Stack gap={4} component="nav" aria-label={t('header.navigation')}>
          {entries.map(({ to, text, icon: IconShape }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              active={pathname.startsWith(to)}
              label={t(text)}
              leftSection={<IconShape size={18} stroke={1.6} aria-hidden />}
            />
          ))}
        </Stack>
        <div className={classes.drawerCompany}>
          <CompanySwitcher />
        </div>
      </Drawer>
    </header>
  );
}
