import type { Model, ProviderDescription } from '@lectern/contract';
import { Autocomplete, Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { findModelProblems } from './model-form-values.ts';
import type { ModelOwner } from './model-owner.ts';
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
  const found = askedFor === credentials ? names.data : undefined;
  const example = provider.modelNameExample;
  const hint =
    example === null ? t(`modelTerms.${provider.modelTerm}.text`) : t('modelNameExample', { example });
  return (
    <Autocomplete
      label={t(`modelTerms.${provider.modelTerm}.label`)}
      description={found?.names.length ? t('modelNamesFound', { count: found.names.length }) : hint}
      withAsterisk
      data={found?.names ?? []}
      limit={200}
      rightSection={names.isPending ? <Loader size={16} /> : undefined}
      {...form.field('modelName')}
      onFocus={load}
    />
  );
}
