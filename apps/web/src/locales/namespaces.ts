/** One catalogue each, in every language; a screen loads those that it names. */
export const namespaces = [
  'shell',
  'login',
  'account',
  'knowledge',
  'archives',
  'chat',
  'audit',
  'administration',
  'company',
  'files',
  'evaluation',
  'models',
  'usage',
  'graph',
  'websites',
  'tables',
  'search',
  'share',
  'improve',
  'guide',
  'flows',
  'automation',
  'labels',
] as const;

export type Namespace = (typeof namespaces)[number];
