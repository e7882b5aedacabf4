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
};
