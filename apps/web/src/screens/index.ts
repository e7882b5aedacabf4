import { defineScreen, readText } from './define-screen.ts';
import {
  readBaseSearch,
  readChunkSearch,
  readDatasetSearch,
  readDocumentSearch,
  readListSearch,
} from './knowledge-search.ts';

/** Every screen: its path, who may see it, its layout and its code, which loads on demand. */
export const screens = {
  login: defineScreen({
    path: '/login',
    access: 'anonymous',
    layout: 'bare',
    load: () => import('./login.tsx'),
    search: ({ next }): { next?: string } => ({ next: readText(next) }),
  }),
  home: defineScreen({
    path: '/home',
    access: 'Home',
    layout: 'main',
    load: () => import('./home.tsx'),
  }),
  chat: defineScreen({
    path: '/chat',
    access: 'Chat',
    layout: 'full',
    load: () => import('./chat.tsx'),
    texts: ['chat'],
    search: ({ assistant, conversation }) => ({
      assistant: readText(assistant),
      conversation: readText(conversation),
    }),
  }),
  knowledge: defineScreen({
    path: '/knowledge',
    access: 'Knowledge',
    layout: 'main',
    load: () => import('./knowledge.tsx'),
    texts: ['knowledge'],
    search: readListSearch,
  }),
  knowledgeDataset: defineScreen({
    path: '/knowledge/dataset',
    access: 'Knowledge',
    layout: 'full',
    load: () => import('./knowledge-dataset.tsx'),
    texts: ['knowledge'],
    search: readDatasetSearch,
  }),
  knowledgeChunk: defineScreen({
    path: '/knowledge/dataset/chunk',
    access: 'Knowledge',
    layout: 'full',
    load: () => import('./knowledge-dataset-chunk.tsx'),
    texts: ['knowledge'],
    search: readChunkSearch,
  }),
  knowledgeTesting: defineScreen({
    path: '/knowledge/testing',
    access: 'Knowledge',
    layout: 'full',
    load: () => import('./knowledge-testing.tsx'),
    texts: ['knowledge'],
    search: readBaseSearch,
  }),
  knowledgeConfiguration: defineScreen({
    path: '/knowledge/configuration',
    access: 'Knowledge',
    layout: 'full',
    load: () => import('./knowledge-configuration.tsx'),
    texts: ['knowledge'],
    search: readBaseSearch,
  }),
  document: defineScreen({
    path: '/document/$documentId',
    access: 'Chat',
    layout: 'bare',
    load: () => import('./document.tsx'),
    texts: ['knowledge'],
    search: readDocumentSearch,
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
