import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { listSettings, type ShownEntry } from './settings-entries.ts';
import classes from './shell.module.css';

export function SettingsLayout({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  return (
    <div className={classes.settings}>
      {narrow ? <SettingsMenu /> : <SettingsList />}
      <div>{children}</div>
    </div>
  );
}

function useSettings() {
  const { pathname } = useLocation();
  return {
    sections: listSettings(useMe()),
    isCurrent: ({ screens }: ShownEntry) => screens.includes(pathname),
  };
}

function SettingsList() {
  const { t } = useTranslation('shell');
  const { sections, isCurrent } = useSettings();
  return (
    <nav className={classes.menu} aria-label={t('settings.title')}>
      {sections.map(({ title, entries }) => (
        <div key={title}>
          <p className={classes.menuTitle}>{t(title)}</p>
          <ul className={classes.menuList}>
            {entries.map((entry) => (
              <li key={entry.to}>
                <Link
                  to={entry.to}
                  className={classes.menuLink}
                  data-current={isCurrent(entry) || undefined}
                  aria-current={isCurrent(entry) ? 'page' : undefined}
                >
                  <entry.icon size={17} stroke={1.6} aria-hidden />
                  {t(entry.text)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Where there is no room for a list: a button that names the current screen and opens all of them. */
function SettingsMenu() {
  const { t } = useTranslation('shell');
  const { sections, isCurrent } = useSettings();
  const current = sections.flatMap(({ entries }) => entries).find(isCurrent);
  return (
    <nav aria-label={t('settings.title')}>
      <Menu width="target" position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            fullWidth
            justify="space-between"
            leftSection={current && <current.icon size={17} stroke={1.6} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
            classNames={{ label: classes.menuCurrent }}
          >
            {t(current?.text ?? 'settings.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          {sections.map(({ title, entries }) => (
            <div key={title}>
              <Menu.Label>{t(title)}</Menu.Label>
              {entries.map((entry) => (
                <Menu.Item
                  key={entry.to}
                  component={Link}
                  to={entry.to}
                  aria-current={isCurrent(entry) ? 'page' : undefined}
                  leftSection={<entry.icon size={16} stroke={1.6} aria-hidden />}
                >
                  {t(entry.text)}
                </Menu.Item>
              ))}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
