import type { ApiError } from '@lectern/client';
import type { Model, ProviderDescription } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import {
  findModelProblems,
  type ModelFormValues,
  shownOptions,
  startValues,
  toModelBody,
} from './model-form-values.ts';
import type { ModelOwner } from './model-owner.ts';

export type ModelFormProps = {
  owner: ModelOwner;
  providers: readonly ProviderDescription[];
  model: Model | undefined;
  onDone: () => void;
};

/** The form, and the test of the connection that a save runs first. */
export function useModelForm({
  owner,
  providers,
  model,
  onDone,
  first,
}: ModelFormProps & { first: ProviderDescription }) {
  const { t } = useTranslation(['models', 'shell']);
  const findProvider = (id: string) => providers.find((provider) => provider.id === id) ?? first;
  const stored = model ? shownOptions(first, model) : {};
  const test = useApiMutation(owner.test, { handlesError: true });
  const texts = {
    required: t('shell:validation.required'),
    address: t('addressInvalid'),
    price: t('priceInvalid'),
    limit: t('limitInvalid'),
  };
  const form = useApiForm(model ? owner.update : owner.create, {
    initialValues: startValues(first, model),
    params: model && { modelId: model.id },
    toBody: (values) => {
      const { providerId, type, ...body } = toModelBody(values, stored);
      // A display name that was emptied is the model's own again.
      return model ? { ...body, name: body.name ?? body.modelName } : { providerId, type, ...body };
    },
    fieldOf: (path) =>
      path === 'baseUrl' || path === 'apiKey'
        ? `credentials.${path}`
        : path.replace(/^options\./, 'credentials.'),
    validate: (values) => {
      const provider = findProvider(values.providerId);
      return Object.fromEntries(
        Object.entries(findModelProblems(values, provider, model)).map(([field, problem]) => [
          provider.credentials.some(({ name }) => name === field) ? `credentials.${field}` : field,
          texts[problem],
        ]),
      );
    },
    errorFields: {
      'model.name_invalid': 'modelName',
      'model.second_has_second': 'secondModelId',
      'model.second_of_second': 'secondModelId',
      'model.credentials_invalid': ({ details }) => `credentials.${details.field}`,
    },
    errorTexts: { 'model.credentials_invalid': t('fieldInvalid') },
    invalidates: owner.lists,
    successMessage: model ? 'models:saved' : 'models:added',
    onSuccess: onDone,
    // A result that belongs to other values must not be shown with these.
    onChange: () => test.reset(),
  });
  const runTest = () =>
    test
      .mutateAsync({ body: { ...toModelBody(form.values, stored), modelId: model?.id } })
      .catch((error: ApiError) => void form.showRefusal(error));
  const save = async (values: ModelFormValues) => {
    // Once the test has failed, a second press saves all the same: the provider may only be down.
    const tested = test.data ?? (test.isError ? undefined : await runTest());
    if (test.data || test.isError || tested?.ok) await form.send(values).catch(() => undefined);
  };
  return {
    ...form,
    provider: findProvider(form.values.providerId),
    test,
    /** What is wrong with the test and is shown at no field. */
    testError: Object.keys(form.errors).length > 0 ? null : test.error,
    /** For calls beside the form. */
    body: toModelBody(form.values, stored),
    runTest: () => {
      if (!form.validate().hasErrors) void runTest();
    },
    submit: form.onSubmit((values) => void save(values), form.refuse),
  };
}

export type ModelFormState = ReturnType<typeof useModelForm>;
