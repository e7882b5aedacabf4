import { useTranslation } from 'react-i18next';

const named = ['organization', 'person', 'location', 'event', 'time', 'concept', 'other'] as const;

/** The name of a type: the usual ones in the reader's language, a company's own as it wrote them. */
export function useTypeName(): (type: string) => string {
  const { t } = useTranslation('graph');
  return (type) => {
    const known = named.find((name) => name === type);
    return known === undefined ? type : t(`types.${known}`);
  };
}
