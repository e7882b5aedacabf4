import type { Model } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import { useCurrency } from './use-currency.ts';

/** Says the limits of a model, each with how much of it is used where that is known and wanted. */
export function useLimits(): (model: Model, withUse: boolean) => string[] {
  const { t } = useTranslation('models');
  const format = useFormat();
  const currency = useCurrency();
  return ({ requestsPerMinute, tokensPerMinute, pricePerMonth, use }, withUse) => {
    const say = (key: 'requests' | 'tokens' | 'price', limit: number | null) => {
      if (limit === null) return [];
      const shown = { limit: format.number(limit), currency };
      return use && withUse
        ? [t(`limitUse.${key}`, { ...shown, used: format.number(use[key]) })]
        : [t(`limitOf.${key}`, shown)];
    };
    return [
      ...say('requests', requestsPerMinute),
      ...say('tokens', tokensPerMinute),
      ...say('price', pricePerMonth),
    ];
  };
}
