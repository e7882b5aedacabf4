import { useTranslation } from 'react-i18next';

type Place = { documentName: string; page: number | null; text: string | null };

/** What a question should find, in one line. */
export function useExpectationText(): (place: Place) => string {
  const { t } = useTranslation('evaluation');
  return ({ documentName, page, text }) =>
    [
      documentName,
      page === null ? undefined : t('pageOf', { page }),
      text === null ? undefined : t('quoted', { text }),
    ]
      .filter((part) => part !== undefined)
      .join(' · ');
}
