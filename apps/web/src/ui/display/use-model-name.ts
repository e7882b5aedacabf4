import type { Model } from '@lectern/contract';
import { useTranslation } from 'react-i18next';

/** How a model is called: those that come with the product have names in every language. */
export function useModelName(): (model: Pick<Model, 'builtIn' | 'type' | 'name'>) => string {
  const { t } = useTranslation('shell');
  return ({ builtIn, type, name }) => {
    if (builtIn && (type === 'chat' || type === 'embedding')) return t(`models.builtInNames.${type}`);
    return name;
  };
}
