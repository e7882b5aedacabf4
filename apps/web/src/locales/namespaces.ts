/** One catalogue each, in every language; a screen loads those that it names. */
export const namespaces = ['shell', 'knowledge', 'chat'] as const;

export type Namespace = (typeof namespaces)[number];
