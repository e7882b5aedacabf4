import type { ModelTypeName, ProviderDescription } from '@lectern/contract';
import { Anchor, Button, NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SchemaForm } from '../../ui/form/schema-form.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { ConnectionResult } from './connection-result.tsx';
import { LimitFields } from './limit-fields.tsx';
import {
  findStoredSecret,
  hasContext,
  keepsStoredSecret,
  mayHaveSecond,
  startValues,
} from './model-form-values.ts';
import { ModelNameField } from './model-name-field.tsx';
import { PriceFields } from './price-fields.tsx';
import { SecondModelField } from './second-model-field.tsx';
import { type ModelFormProps, useModelForm } from './use-model-form.ts';

export function ModelForm(props: ModelFormProps) {
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

function Form(props: ModelFormProps & { first: ProviderDescription }) {
  const { owner, providers, model, onDone } = props;
  const { t } = useTranslation(['models', 'shell']);
  const format = useFormat();
  const form = useModelForm(props);
  const { values, provider, test, testError } = form;
  // What is wrong in a field cannot be saved either.
  const testFailed = testError !== null || test.data?.ok === false;
  const hints = {
    ...(owner.name === 'company' ? { baseUrl: t('companyAddress') } : {}),
    ...(provider.keysUrl !== null ? { baseUrl: t('knownAddress') } : {}),
    ...Object.fromEntries(
      provider.credentials.flatMap(({ name, widget }) => {
        const stored = widget === 'password' ? findStoredSecret(model, name) : undefined;
        const text = keepsStoredSecret(values, model, name) ? 'keyKept' : 'keyNeeded';
        return stored === undefined ? [] : [[name, t(text, { key: stored })]];
      }),
    ),
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
            searchable
            selectFirstOptionOnChange
            nothingFoundMessage={t('providerNotFound')}
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
            onChange={(type) => form.setValues({ type: type as ModelTypeName, secondModelId: null })}
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
      {provider.keysUrl !== null && (
        <Anchor href={provider.keysUrl} target="_blank" rel="noreferrer" size="sm" mt={-8}>
          {t('getKey', { provider: provider.name })}
        </Anchor>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <ModelNameField form={form} owner={owner} provider={provider} model={model} />
        <TextInput label={t('shownName')} description={t('shownNameText')} {...form.field('name')} />
      </SimpleGrid>
      {values.type === 'text_to_speech' && (
        <TextInput
          label={t(`voiceTerms.${provider.voiceTerm}.label`)}
          description={t(`voiceTerms.${provider.voiceTerm}.text`)}
          {...form.field('voice')}
        />
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
      {mayHaveSecond(values.type) && <SecondModelField form={form} owner={owner} model={model} />}
      <LimitFields form={form} owner={owner} model={model} />
      {values.type === 'chat' && (
        <Switch label={t('visionLabel')} {...form.field('vision', { type: 'checkbox' })} />
      )}
      {(test.data || testError) && (
        <div ref={bringIntoView}>
          {/* Whatever the test said, the refusal that came after it is what counts. */}
          {test.data && !form.error && <ConnectionResult result={test.data} />}
          <FormError error={testError} />
        </div>
      )}
    </ApiForm>
  );
}
