import { defineScreen, readText } from './define-screen.ts';

/** Every screen: its path, who may see it, its layout and its code, which loads on demand. */
export const screens = {
  login: defineScreen({
    path: '/login',
    access: 'anonymous',
    layout: 'bare',
    load: () => import('./login.tsx'),
    search: ({ next }) => ({ next: readText(next) }),
  }),
  home: defineScreen({
    path: '/home',
    access: 'Home',
    layout: 'main',
    load: () => import('./home.tsx'),
  }),
  profile: defineScreen({
    path: '/user-setting/profile',
    access: 'Home',
    layout: 'settings',
    load: () => import('./profile.tsx'),
  }),
  password: defineScreen({
    path: '/user-setting/password',
    access: 'signed_in',
    layout: 'settings',
    load: () => import('./password.tsx'),
  }),
  system: defineScreen({
    path: '/user-setting/system',
    access: 'SettingsSystem',
    layout: 'settings',
    load: () => import('./system.tsx'),
  }),
  models: defineScreen({
    path: '/user-setting/lectern_model',
    access: 'SettingsModel',
    layout: 'settings',
    load: () => import('./models.tsx'),
  }),
};
