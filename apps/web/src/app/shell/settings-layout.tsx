import { hasPermission, type Level, type Permission } from '@lectern/contract';
import { type Icon, IconActivity, IconCpu, IconKey, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import classes from './shell.module.css';

type Entry = {
  to: string;
  text: 'settings.profile' | 'settings.password' | 'settings.models' | 'settings.system';
  icon: Icon;
  permission?: Permission;
};

const sections = [
  {
    title: 'settings.account',
    entries: [
      { to: '/user-setting/profile', text: 'settings.profile', icon: IconUser, permission: 'Home' },
      { to: '/user-setting/password', text: 'settings.password', icon: IconKey },
    ],
  },
  {
    title: 'settings.platform',
    entries: [
      {
        to: '/user-setting/lectern_model',
        text: 'settings.models',
        icon: IconCpu,
        permission: 'SettingsModel',
      },
      {
        to: '/user-setting/system',
        text: 'settings.system',
        icon: IconActivity,
        permission: 'SettingsSystem',
      },
    ],
  },
] as const satisfies { title: string; entries: Entry[] }[];

export function SettingsLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const me = useMe();
  const maySee = (entry: Entry) =>
    entry.permission === undefined ||
    (!me.mustChangePassword && hasPermission(me.level as Level, entry.permission));
  return (
    <div className={classes.settings}>
      <nav className={classes.menu} aria-label={t('settings.title')}>
        {sections.map(({ title, entries }) => {
          const shown = entries.filter(maySee);
          if (shown.length === 0) return null;
          return (
            <div key={title}>
              <p className={classes.menuTitle}>{t(title)}</p>
              <ul className={classes.menuList}>
                {shown.map(({ to, text, icon: IconShape }) => (
                  <li key={to}>
                    <Link to={to} className={classes.menuLink}>
                      <IconShape size={17} stroke={1.6} aria-hidden />
                      {t(text)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <div>{children}</div>
    </div>
  );
}
