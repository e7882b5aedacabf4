import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export type MethodTexts = { name: string; description: string | undefined; use: string | undefined };

/** What a method is called and what it does; one that this page does not know yet is called by its id. */
export function useMethodTexts(): (id: string) => MethodTexts {
  const { t, i18n } = useTranslation('knowledge');
  return useCallback(
    (id) => {
      const find = (part: 'name' | 'description' | 'use') =>
        i18n.exists(`knowledge:methods.${id}.${part}`)
          ? t(`methods.${id}.${part}` as 'methods.naive.name')
          : undefined;
      return { name: find('name') ?? id, description: find('description'), use: find('use') };
    },
    [t, i18n],
  );
}
