import { NumberInput, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiFormOf } from '../../ui/form/use-api-form.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { type ModelFormValues, writesTokens } from './model-form-values.ts';
import { useCurrency } from './use-currency.ts';

type PriceFieldsProps = { form: Pick<ApiFormOf<ModelFormValues>, 'values' | 'field' | 'setFieldValue'> };

/** What a million tokens cost, in and out, or a million characters; models that write none have the first alone. */
export function PriceFields({ form }: PriceFieldsProps) {
  const { t } = useTranslation('models');
  const format = useFormat();
  const currency = useCurrency();
  const names = writesTokens(form.values.type)
    ? (['inputPrice', 'outputPrice'] as const)
    : (['inputPrice'] as const);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {names.map((name) => (
        <NumberInput
          key={name}
          label={t(name)}
          description={t(form.values.type === 'text_to_speech' ? 'priceTextCharacters' : 'priceText', {
            currency,
          })}
          clampBehavior="none"
          allowNegative={false}
          decimalScale={6}
          step={0.1}
          {...format.separators}
          {...form.field(name)}
          value={form.values[name] ?? ''}
          onChange={(value) => form.setFieldValue(name, value === '' ? null : Number(value))}
        />
      ))}
    </SimpleGrid>
  );
}
