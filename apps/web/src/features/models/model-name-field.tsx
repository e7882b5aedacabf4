import type { KnownModel, Model, ProviderDescription } from '@lectern/contract';
import { Autocomplete, Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { fillKnownModel, findKnownModel, findModelProblems } from './model-form-values.ts';
import type { ModelOwner } from './model-owner.ts';
import { useCurrency } from './use-currency.ts';
import type { ModelFormState } from './use-model-form.ts';

type Props = {
  form: ModelFormState;
  owner: ModelOwner;
  provider: ProviderDescription;
  model: Model | undefined;
};

/** The provider's name of the model: typed, or picked from what the provider says that the key opens. */
export function ModelNameField({ form, owner, provider, model }: Props) {
  const { t } = useTranslation('models');
  const format = useFormat();
  const currency = useCurrency();
  const known = findKnownModel(provider, form.values);
  const names = useApiMutation(owner.names, { handlesError: true });
  const [askedFor, setAskedFor] = useState('');
  const { providerId, baseUrl, apiKey, options } = form.body;
  const credentials = JSON.stringify([providerId, baseUrl, apiKey, options]);
  const { modelName: _, ...missing } = findModelProblems(form.values, provider, model);
  const isComplete = provider.credentials.every(({ name }) => !(name in missing));

  // Asked once for each set of credentials, when the person comes to this field.
  const load = () => {
    if (!provider.listsModels || !isComplete || askedFor === credentials) return;
    setAskedFor(credentials);
    names.mutate({ body: { providerId, baseUrl, apiKey, options, modelId: model?.id } });
  };
  const enter = (modelName: string) => {
    const next = findKnownModel(provider, { ...form.values, modelName });
    form.setValues({ modelName, ...fillKnownModel(form.values, next, known, currency) });
  };
  const found = askedFor === credentials ? names.data : undefined;
  const describe = ({ contextTokens, dimensions, pricesOf, inputPrice }: KnownModel) => {
    const texts = [];
    if (contextTokens !== null && form.values.contextTokens === contextTokens) texts.push(t('modelKnown'));
    if (dimensions !== null) texts.push(t('modelDimensions', { dimensions: format.number(dimensions) }));
    // At noon it is the same day nearly everywhere.
    if (pricesOf !== null && form.values.inputPrice === inputPrice)
      texts.push(t('pricesOf', { date: format.date(`${pricesOf}T12:00:00Z`) }));
    return texts.join(' ');
  };
  // Before a key is entered, and where the provider does not tell, those that are known.
  const suggested = provider.knownModels.flatMap(({ name, type }) =>
    type === form.values.type ? [name] : [],
  );
  const facts = known ? describe(known) : '';
  const example = provider.modelNameExample;
  const hint =
    example === null ? t(`modelTerms.${provider.modelTerm}.text`) : t('modelNameExample', { example });
  return (
    <Autocomplete
      label={t(`modelTerms.${provider.modelTerm}.label`)}
      description={
        facts !== ''
          ? facts
          : found?.names.length
            ? t('modelNamesFound', { count: found.names.length })
            : hint
      }
      withAsterisk
      data={found?.names.length ? found.names : suggested}
      limit={200}
      rightSection={names.isPending ? <Loader size={16} /> : undefined}
      {...form.field('modelName')}
      onChange={enter}
      onFocus={load}
    />
  );
}
