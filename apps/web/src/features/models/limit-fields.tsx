import type { Model } from '@lectern/contract';
import { Fieldset, NumberInput, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiFormOf } from '../../ui/form/use-api-form.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { countsTokens, type ModelFormValues } from './model-form-values.ts';
import type { ModelOwner } from './model-owner.ts';
import { useCurrency } from './use-currency.ts';

type Props = {
  form: Pick<ApiFormOf<ModelFormValues>, 'values' | 'field' | 'setFieldValue'>;
  owner: ModelOwner;
  model: Model | undefined;
};

const limits = [
  { name: 'requestsPerMinute', used: 'requests', decimals: 0 },
  { name: 'tokensPerMinute', used: 'tokens', decimals: 0 },
  { name: 'pricePerMonth', used: 'price', decimals: 2 },
] as const;

/** What each company may use of a model, with what it has used where that is known. */
export function LimitFields({ form, owner, model }: Props) {
  const { t } = useTranslation('models');
  const format = useFormat();
  const currency = useCurrency();
  const shown = limits.filter(({ name }) => name !== 'tokensPerMinute' || countsTokens(form.values.type));
  // An administrator sees the platform's models of all companies, and no use of one of them.
  const use = owner.name === 'company' ? model?.use : undefined;
  return (
    <Fieldset legend={t('limits')} variant="unstyled" mx={0} styles={{ legend: { fontWeight: 600 } }}>
      <SimpleGrid cols={{ base: 1, xs: shown.length }} spacing="md">
        {shown.map(({ name, used, decimals }) => (
          <NumberInput
            key={name}
            label={t(name, { currency })}
            description={use ? t('limitUsed', { used: format.number(use[used]) }) : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={t('noLimit')}
            clampBehavior="none"
            allowNegative={false}
            decimalScale={decimals}
            allowDecimal={decimals > 0}
            {...format.separators}
            {...form.field(name)}
            value={form.values[name] ?? ''}
            onChange={(value) => form.setFieldValue(name, value === '' ? null : Number(value))}
          />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt={8}>
        {t(owner.name === 'company' ? 'limitsText' : 'limitsTextPlatform')}
      </Text>
    </Fieldset>
  );
}
