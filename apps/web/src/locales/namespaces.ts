/** One catalogue each, in every language; a screen loads those that it names. */
export const namespaces = [
  'shell',
  'login',
  'account',
  'knowledge',
  'chat',
  'audit',
  'administration',
  'company',
  'models',
  'usage',
] as const;

export type Namespace = (typeof namespaces)[number];
