import type { Model, ProviderDescription } from '@lectern/contract';
import { Button, NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SchemaForm } from '../../ui/form/schema-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { ConnectionResult } from './connection-result.tsx';
import {
  findModelProblems,
  hasContext,
  keepsStoredKey,
  type ModelFormValues,
  startValues,
  toModelBody,
} from './model-form-values.ts';
import type { ModelOwner } from './model-owner.ts';
import { PriceFields } from './price-fields.tsx';

type Props = {
  owner: ModelOwner;
  providers: readonly ProviderDescription[];
  model: Model | undefined;
  onDone: () => void;
};

export function ModelForm(props: Props) {
  const { providers, model } = props;
  const { t } = useTranslation('models');
  const first = model ? providers.find((provider) => provider.id === model.providerId) : providers[0];
  if (!first) return <EmptyState icon={IconPlugConnected} headingOrder={3} title={t('noProvider')} />;
  return <Form {...props} first={first} />;
}

/** The outcome is below a form that may be higher than the window. */
function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
}

/** The form, and the test of the connection that a save runs first. */
function useModelForm({ owner, providers, model, onDone, first }: Props & { first: ProviderDescription }) {
  const { t } = useTranslation(['models', 'shell']);
  const findProvider = (id: string) => providers.find((provider) => provider.id === id) ?? first;
  const test = useApiMutation(owner.test, { handlesError: true });
  const texts = {
    required: t('shell:validation.required'),
    address: t('addressInvalid'),
    price: t('priceInvalid'),
  };
  const form = useApiForm(model ? owner.update : owner.create, {
    initialValues: startValues(first, model),
    params: model && { modelId: model.id },
    toBody: (values) => {
      const { providerId, type, ...body } = toModelBody(values);
      // A display name that was emptied is the model's own again.
      return model ? { ...body, name: body.name ?? body.modelName } : { providerId, type, ...body };
    },
    fieldOf: (path) => (path === 'baseUrl' || path === 'apiKey' ? `credentials.${path}` : path),
    validate: (values) => {
      const provider = findProvider(values.providerId);
      return Object.fromEntries(
        Object.entries(findModelProblems(values, provider, model)).map(([field, problem]) => [
          provider.credentials.some(({ name }) => name === field) ? `credentials.${field}` : field,
          texts[problem],
        ]),
      );
    },
    invalidates: owner.lists,
    successMessage: model ? 'models:saved' : 'models:added',
    onSuccess: onDone,
    // A result that belongs to other values must not be shown with these.
    onChange: () => test.reset(),
  });
  const runTest = () =>
    test.mutateAsync({ body: { ...toModelBody(form.values), modelId: model?.id } }).catch(() => undefined);
  const save = async (values: ModelFormValues) => {
    // Once the test has failed, a second press saves all the same: the provider may only be down.
    const tested = test.data ?? (test.isError ? undefined : await runTest());
    if (test.data || test.isError || tested?.ok) await form.send(values).catch(() => undefined);
  };
  return {
    ...form,
    provider: findProvider(form.values.providerId),
    test,
    runTest: () => {
      if (!form.validate().hasErrors) void runTest();
    },
    submit: form.onSubmit((values) => void save(values), form.refuse),
  };
}

function Form(props: Props & { first: ProviderDescription }) {
  const { owner, providers, model, onDone } = props;
  const { t } = useTranslation(['models', 'shell']);
  const format = useFormat();
  const form = useModelForm(props);
  const { values, provider, test } = form;
  const testFailed = test.isError || test.data?.ok === false;
  const hints = {
    ...(owner.name === 'company' ? { baseUrl: t('companyAddress') } : {}),
    ...(model?.maskedKey
      ? { apiKey: t(keepsStoredKey(values, model) ? 'keyKept' : 'keyNeeded', { key: model.maskedKey }) }
      : {}),
  };
  return (
    <ApiForm
      form={form}
      submitLabel={t(testFailed ? 'saveAnyway' : 'shell:actions.save')}
      disabled={test.isPending}
      onCancel={onDone}
      actions={
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={test.isPending}
          onClick={form.runTest}
        >
          {t('test')}
        </Button>
      }
    >
      {!model && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Select
            label={t('provider')}
            data={providers.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            data-autofocus
            value={values.providerId}
            onChange={(id) => {
              const chosen = providers.find((candidate) => candidate.id === id);
              if (chosen) form.setValues(startValues(chosen));
            }}
          />
          <Select
            label={t('type')}
            data={provider.modelTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))}
            allowDeselect={false}
            {...form.field('type')}
          />
        </SimpleGrid>
      )}
      <SchemaForm
        fields={provider.credentials}
        texts={{ namespace: 'models', prefix: 'fields' }}
        values={values.credentials}
        onChange={(credentials) => {
          form.clearErrors();
          form.setFieldValue('credentials', credentials);
        }}
        errors={Object.fromEntries(
          provider.credentials.map(({ name }) => [name, form.errors[`credentials.${name}`]]),
        )}
        hints={hints}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('modelName')}
          description={t('modelNameText')}
          withAsterisk
          {...form.field('modelName')}
        />
        <TextInput label={t('shownName')} description={t('shownNameText')} {...form.field('name')} />
      </SimpleGrid>
      {values.type === 'text_to_speech' && (
        <TextInput label={t('voice')} description={t('voiceText')} {...form.field('voice')} />
      )}
      {hasContext(values.type) && (
        <NumberInput
          label={t('contextTokens')}
          description={t('contextTokensText')}
          step={1_024}
          {...format.separators}
          allowDecimal={false}
          {...form.field('contextTokens')}
          value={values.contextTokens ?? ''}
          onChange={(value) => form.setFieldValue('contextTokens', value === '' ? null : Number(value))}
        />
      )}
      <PriceFields form={form} />
      {values.type === 'chat' && (
        <Switch label={t('visionLabel')} {...form.field('vision', { type: 'checkbox' })} />
      )}
      {(test.data || test.error) && (
        <div ref={bringIntoView}>
          {/* Whatever the test said, the refusal that came after it is what counts. */}
          {test.data && !form.error && <ConnectionResult result={test.data} />}
          <FormError error={test.error} />
        </div>
      )}
    </ApiForm>
  );
}
