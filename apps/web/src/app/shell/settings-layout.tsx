import { hasPermission, type Level, type Permission } from '@lectern/contract';
import {
  type Icon,
  IconActivity,
  IconApi,
  IconBuilding,
  IconBuildings,
  IconCoins,
  IconCpu,
  IconKey,
  IconMessageQuestion,
  IconPackage,
  IconUser,
  IconUserCheck,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import classes from './shell.module.css';

type Entry = {
  to: string;
  text:
    | 'settings.profile'
    | 'settings.password'
    | 'settings.team'
    | 'settings.createUser'
    | 'settings.assistantRights'
    | 'settings.questions'
    | 'settings.companyTokens'
    | 'settings.allQuestions'
    | 'settings.allTokens'
    | 'settings.companySettings'
    | 'settings.companyModels'
    | 'settings.companies'
    | 'settings.packages'
    | 'settings.accounts'
    | 'settings.models'
    | 'settings.system'
    | 'settings.api';
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
    title: 'settings.company',
    entries: [
      { to: '/user-setting/team', text: 'settings.team', icon: IconUsers, permission: 'SettingsTeam' },
      {
        to: '/user-setting/company_createuser',
        text: 'settings.createUser',
        icon: IconUserPlus,
        permission: 'SettingsCompanyCreateUser',
      },
      {
        to: '/user-setting/chatbot_rights',
        text: 'settings.assistantRights',
        icon: IconUserCheck,
        permission: 'SettingsChatbotRights',
      },
      {
        to: '/user-setting/company_requests',
        text: 'settings.questions',
        icon: IconMessageQuestion,
        permission: 'SettingsCompanyRequests',
      },
      {
        to: '/user-setting/company_tokens',
        text: 'settings.companyTokens',
        icon: IconCoins,
        permission: 'SettingsCompanyTokens',
      },
      {
        to: '/user-setting/company',
        text: 'settings.companySettings',
        icon: IconBuilding,
        permission: 'SettingsCompany',
      },
      {
        to: '/user-setting/company_models',
        text: 'settings.companyModels',
        icon: IconCpu,
        permission: 'SettingsCompanyModels',
      },
    ],
  },
  {
    title: 'settings.platform',
    entries: [
      {
        to: '/user-setting/lectern_admin',
        text: 'settings.companies',
        icon: IconBuildings,
        permission: 'SettingsLecternAdmin',
      },
      {
        to: '/user-setting/lectern_packages',
        text: 'settings.packages',
        icon: IconPackage,
        permission: 'LecternPackages',
      },
      {
        to: '/user-setting/admin_createuser',
        text: 'settings.accounts',
        icon: IconUsersGroup,
        permission: 'SettingsAdminCreateUser',
      },
      {
        to: '/user-setting/admin_requests',
        text: 'settings.allQuestions',
        icon: IconMessageQuestion,
        permission: 'SettingsAdminRequests',
      },
      {
        to: '/user-setting/admin_tokens',
        text: 'settings.allTokens',
        icon: IconCoins,
        permission: 'SettingsAdminTokens',
      },
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
      { to: '/user-setting/api', text: 'settings.api', icon: IconApi, permission: 'SettingsApi' },
    ],
  },
] as const satisfies { title: string; entries: Entry[] }[];

/** For a person alone in their company it is a workspace. */
const ofWorkspace: Partial<Record<string, 'settings.workspace' | 'settings.workspaceSettings'>> = {
  'settings.company': 'settings.workspace',
  'settings.companySettings': 'settings.workspaceSettings',
};

export function SettingsLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const me = useMe();
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the menu is one line that scrolls: the current entry must stay in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says which entry is marked.
  useEffect(() => {
    const link = menu.current?.querySelector<HTMLElement>('[data-status="active"]');
    if (!menu.current || !link) return;
    const start = link.offsetLeft - menu.current.offsetLeft;
    menu.current.scrollLeft = start - (menu.current.clientWidth - link.clientWidth) / 2;
  }, [pathname]);
  const personal = me.company.kind === 'personal';
  const maySee = (entry: Entry) =>
    entry.permission === undefined ||
    (!me.mustChangePassword && hasPermission(me.level as Level, entry.permission));
  return (
    <div className={classes.settings}>
      <nav ref={menu} className={classes.menu} aria-label={t('settings.title')}>
        {sections.map(({ title, entries }) => {
          // Someone who impersonates the company cannot reach what is the person's own.
          const reachable = me.impersonation === null || title !== 'settings.account';
          const shown = reachable ? entries.filter(maySee) : [];
          if (shown.length === 0) return null;
          return (
            <div key={title}>
              <p className={classes.menuTitle}>{t(personal ? (ofWorkspace[title] ?? title) : title)}</p>
              <ul className={classes.menuList}>
                {shown.map(({ to, text, icon: IconShape }) => (
                  <li key={to}>
                    <Link to={to} className={classes.menuLink}>
                      <IconShape size={17} stroke={1.6} aria-hidden />
                      {t(personal ? (ofWorkspace[text] ?? text) : text)}
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
