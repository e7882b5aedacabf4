import { hasPermission, type Level, type Me, type Permission } from '@lectern/contract';
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
  IconPlugConnected,
  IconUser,
  IconUserCheck,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';

export type SettingsEntry = {
  /** The first of these that the person may see; the others are its other scopes, or lead from it. */
  screens: { to: string; permission?: Permission }[];
  text: string;
  icon: Icon;
};

const sections = [
  {
    title: 'settings.account',
    entries: [
      {
        screens: [{ to: '/user-setting/profile', permission: 'Home' }],
        text: 'settings.profile',
        icon: IconUser,
      },
      { screens: [{ to: '/user-setting/password' }], text: 'settings.password', icon: IconKey },
    ],
  },
  {
    title: 'settings.company',
    entries: [
      {
        screens: [
          { to: '/user-setting/team', permission: 'SettingsTeam' },
          { to: '/user-setting/company_createuser', permission: 'SettingsCompanyCreateUser' },
        ],
        text: 'settings.team',
        icon: IconUsers,
      },
      {
        screens: [{ to: '/user-setting/chatbot_rights', permission: 'SettingsChatbotRights' }],
        text: 'settings.assistantRights',
        icon: IconUserCheck,
      },
      {
        screens: [{ to: '/user-setting/company', permission: 'SettingsCompany' }],
        text: 'settings.companySettings',
        icon: IconBuilding,
      },
      {
        screens: [{ to: '/user-setting/webhooks', permission: 'SettingsCompany' }],
        text: 'settings.webhooks',
        icon: IconWebhook,
      },
      {
        screens: [{ to: '/user-setting/mcp_servers', permission: 'SettingsCompany' }],
        text: 'settings.mcpServers',
        icon: IconPlugConnected,
      },
    ],
  },
  {
    title: 'settings.usage',
    entries: [
      {
        screens: [
          { to: '/user-setting/admin_requests', permission: 'SettingsAdminRequests' },
          { to: '/user-setting/company_requests', permission: 'SettingsCompanyRequests' },
        ],
        text: 'settings.questions',
        icon: IconMessageQuestion,
      },
      {
        screens: [
          { to: '/user-setting/admin_tokens', permission: 'SettingsAdminTokens' },
          { to: '/user-setting/company_tokens', permission: 'SettingsCompanyTokens' },
        ],
        text: 'settings.companyTokens',
        icon: IconCoins,
      },
      {
        screens: [
          { to: '/user-setting/lectern_model', permission: 'SettingsModel' },
          { to: '/user-setting/company_models', permission: 'SettingsCompanyModels' },
        ],
        text: 'settings.models',
        icon: IconCpu,
      },
    ],
  },
  {
    title: 'settings.platform',
    entries: [
      {
        screens: [{ to: '/user-setting/lectern_admin', permission: 'SettingsLecternAdmin' }],
        text: 'settings.companies',
        icon: IconBuildings,
      },
      {
        screens: [{ to: '/user-setting/lectern_packages', permission: 'LecternPackages' }],
        text: 'settings.packages',
        icon: IconPackage,
      },
      {
        screens: [{ to: '/user-setting/admin_createuser', permission: 'SettingsAdminCreateUser' }],
        text: 'settings.accounts',
        icon: IconUsersGroup,
      },
      {
        screens: [{ to: '/user-setting/api', permission: 'SettingsApi' }],
        text: 'settings.api',
        icon: IconApi,
      },
      {
        screens: [{ to: '/user-setting/system', permission: 'SettingsSystem' }],
        text: 'settings.system',
        icon: IconActivity,
      },
    ],
  },
] as const satisfies { title: string; entries: SettingsEntry[] }[];

/** For a person alone in their company it is a workspace. */
const ofWorkspace = {
  'settings.company': 'settings.workspace',
  'settings.companySettings': 'settings.workspaceSettings',
} as const;

type Title = (typeof sections)[number]['title'] | 'settings.workspace';
type Text =
  | (typeof sections)[number]['entries'][number]['text']
  | (typeof ofWorkspace)[keyof typeof ofWorkspace];

export type ShownEntry = { to: string; screens: string[]; text: Text; icon: Icon };

/** The settings that a person may open, in groups. */
export function listSettings(me: Me): { title: Title; entries: ShownEntry[] }[] {
  const personal = me.company.kind === 'personal';
  const rename = <Key extends string>(key: Key) =>
    personal ? ((ofWorkspace as Record<string, string>)[key] ?? key) : key;
  const mayOpen = (permission: Permission | undefined) =>
    permission === undefined || (!me.mustChangePassword && hasPermission(me.level as Level, permission));
  return sections.flatMap(({ title, entries }) => {
    // Someone who impersonates the company cannot reach what is the person's own.
    if (me.impersonation !== null && title === 'settings.account') return [];
    const shown = (entries as readonly SettingsEntry[]).flatMap(({ screens, text, icon }) => {
      const open = screens.filter(({ permission }) => mayOpen(permission)).map(({ to }) => to);
      return open[0] === undefined ? [] : [{ to: open[0], screens: open, text: rename(text) as Text, icon }];
    });
    return shown.length === 0 ? [] : [{ title: rename(title) as Title, entries: shown }];
  });
}
