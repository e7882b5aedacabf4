import { NumberInput, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { highestPrice, type ModelFormValues, type ModelProblem, writesTokens } from './model-form-values.ts';
import { useCurrency } from './use-currency.ts';

type Prices = Pick<ModelFormValues, 'type' | 'inputPrice' | 'outputPrice'>;

type Props = {
  values: Prices;
  problems: Record<string, ModelProblem>;
  onChange: (prices: Partial<Prices>) => void;
};

/** What a million tokens cost, in and out; models that write none have the first alone. */
export function PriceFields({ values, problems, onChange }: Props) {
  const { t } = useTranslation('models');
  const currency = useCurrency();
  const names = writesTokens(values.type)
    ? (['inputPrice', 'outputPrice'] as const)
    : (['inputPrice'] as const);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {names.map((name) => (
        <NumberInput
          key={name}
          label={t(name)}
          description={t('priceText', { currency })}
          value={values[name] ?? ''}
          error={problems[name] && t('priceInvalid')}
          min={0}
          max={highestPrice}
          clampBehavior="none"
          allowNegative={false}
          decimalScale={6}
          step={0.1}
          thousandSeparator=","
          onChange={(value) => onChange({ [name]: value === '' ? null : Number(value) })}
        />
      ))}
    </SimpleGrid>
  );
}
