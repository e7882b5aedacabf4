/** Levels of a membership; ADMIN is a property of the account. Higher includes lower. */
export const levels = { USER: 0, ELEVATED_USER: 1, COMPANY: 2, ADMIN: 3 } as const;
export type LevelName = keyof typeof levels;
export type Level = (typeof levels)[LevelName];

/** The one table: the minimum level of every screen, and of every call that serves it. */
export const permissions = {
  Home: 'USER',
  Chat: 'USER',
  GetCompanyLimits: 'USER',
  Knowledge: 'ELEVATED_USER',
  CreateChat: 'ELEVATED_USER',
  SettingsCompanyTokens: 'ELEVATED_USER',
  Flow: 'COMPANY',
  File: 'COMPANY',
  SettingsTeam: 'COMPANY',
  SettingsChatbotRights: 'COMPANY',
  SettingsCompanyCreateUser: 'COMPANY',
  SettingsCompanyRequests: 'COMPANY',
  SettingsSystem: 'ADMIN',
  SettingsModel: 'ADMIN',
  SettingsLecternAdmin: 'ADMIN',
  SettingsAdminTokens: 'ADMIN',
  SettingsAdminRequests: 'ADMIN',
  SettingsAdminCreateUser: 'ADMIN',
  SettingsApi: 'ADMIN',
  LecternPackages: 'ADMIN',
  // Beyond the specification's table: search, a company's own settings and sign-in, and its own models.
  Search: 'USER',
  SettingsCompany: 'COMPANY',
  SettingsCompanyModels: 'COMPANY',
} as const satisfies Record<string, LevelName>;

export type Permission = keyof typeof permissions;

/** Whether an actor of this level may use a screen or call at all. */
export function hasPermission(level: Level, permission: Permission): boolean {
  return level >= levels[permissions[permission]];
}
