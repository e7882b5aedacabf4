import { listModels, type Model } from '@lectern/contract';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import type { ApiFormOf } from '../../ui/form/use-api-form.ts';
import type { ModelFormValues } from './model-form-values.ts';
import type { ModelOwner } from './model-owner.ts';

type Props = {
  form: Pick<ApiFormOf<ModelFormValues>, 'values' | 'field' | 'setFieldValue'>;
  owner: ModelOwner;
  model: Model | undefined;
};

/** Which model answers where this one cannot: one of the same type that has no second model itself. */
export function SecondModelField({ form, owner, model }: Props) {
  const { t } = useTranslation('models');
  const { type, secondModelId } = form.values;
  const { data } = useApiQuery(listModels, { query: { type } });
  const choices = (data?.items ?? []).filter(
    (one) =>
      !one.builtIn &&
      one.id !== model?.id &&
      one.secondModelId === null &&
      (owner.name === 'company' || one.owner === 'platform'),
  );
  return (
    <Select
      label={t('secondModel')}
      description={t('secondModelText')}
      placeholder={t('none')}
      data={choices.map(({ id, name, owner: whose }) => ({
        value: id,
        label: owner.name === 'company' && whose === 'platform' ? t('givenNamed', { name }) : name,
      }))}
      clearable
      searchable
      nothingFoundMessage={t('secondModelNone')}
      {...form.field('secondModelId')}
      value={data ? secondModelId : null}
      onChange={(id) => form.setFieldValue('secondModelId', id)}
    />
  );
}
