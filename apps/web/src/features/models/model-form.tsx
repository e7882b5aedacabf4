import type { Model, ProviderDescription } from '@lectern/contract';
import {
  Alert,
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { IconAlertCircle, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiMutation } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SchemaForm } from '../../ui/form/schema-form.tsx';
import { ConnectionResult } from './connection-result.tsx';
import {
  findModelProblems,
  keepsStoredKey,
  type ModelFormValues,
  type ModelProblem,
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
  const { t } = useTranslation(['models', 'shell']);
  const first = model ? providers.find((provider) => provider.id === model.providerId) : providers[0];
  if (!first) return <EmptyState icon={IconPlugConnected} headingOrder={3} title={t('noProvider')} />;
  return <Form {...props} first={first} />;
}

/** The outcome stands below a form that may be higher than the window. */
function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
}

function Form({ owner, providers, model, onDone, first }: Props & { first: ProviderDescription }) {
  const { t } = useTranslation(['models', 'shell']);
  const [values, setValues] = useState<ModelFormValues>(() => startValues(first, model));
  const [problems, setProblems] = useState<Record<string, ModelProblem>>({});
  const provider = providers.find(({ id }) => id === values.providerId) ?? first;

  const test = useApiMutation(owner.test, { handlesError: true });
  const saving = {
    invalidates: owner.lists,
    handlesError: true,
    onSuccess: onDone,
  };
  const create = useApiMutation(owner.create, { ...saving, successMessage: 'models:added' });
  const update = useApiMutation(owner.update, { ...saving, successMessage: 'models:saved' });
  const failure = test.error ?? create.error ?? update.error;

  const change = (part: Partial<ModelFormValues>) => {
    setValues((before) => ({ ...before, ...part }));
    setProblems({});
    // A result that belongs to other values must not stand beside these.
    test.reset();
    create.reset();
    update.reset();
  };
  const check = () => {
    const found = findModelProblems(values, provider, model);
    setProblems(found);
    return Object.keys(found).length === 0;
  };
  const runTest = () =>
    test.mutateAsync({ body: { ...toModelBody(values), modelId: model?.id } }).catch(() => undefined);
  const save = async () => {
    if (!check()) return;
    // Once the test has failed, a second press saves all the same: the provider may only be down.
    const outcome = test.data ?? (test.isError ? undefined : await runTest());
    if (!test.data && !test.isError && !outcome?.ok) return;
    const { providerId, type, ...body } = toModelBody(values);
    // A display name that was emptied is the model's own again.
    const name = body.name ?? body.modelName;
    if (model) update.mutate({ params: { modelId: model.id }, body: { ...body, name } });
    else create.mutate({ body: { providerId, type, ...body } });
  };
  const say = (field: string) =>
    problems[field] && t(problems[field] === 'address' ? 'addressInvalid' : 'shell:validation.required');
  const testFailed = test.isError || test.data?.ok === false;
  const keepsKey = keepsStoredKey(values, model);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        {!model && (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Select
              label={t('provider')}
              data={providers.map(({ id, name }) => ({ value: id, label: name }))}
              value={values.providerId}
              allowDeselect={false}
              data-autofocus
              onChange={(id) => {
                const chosen = providers.find((candidate) => candidate.id === id);
                if (chosen) change(startValues(chosen));
              }}
            />
            <Select
              label={t('type')}
              data={provider.modelTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))}
              value={values.type}
              allowDeselect={false}
              onChange={(type) => type && change({ type: type as ModelFormValues['type'] })}
            />
          </SimpleGrid>
        )}
        <SchemaForm
          fields={provider.credentials}
          texts={{ namespace: 'models', prefix: 'fields' }}
          values={values.credentials}
          onChange={(credentials) => change({ credentials })}
          errors={Object.fromEntries(provider.credentials.map(({ name }) => [name, say(name)]))}
          hints={{
            ...(owner.name === 'company' ? { baseUrl: t('companyAddress') } : {}),
            ...(model?.maskedKey
              ? { apiKey: t(keepsKey ? 'keyKept' : 'keyNeeded', { key: model.maskedKey }) }
              : {}),
          }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t('modelName')}
            description={t('modelNameText')}
            withAsterisk
            value={values.modelName}
            error={say('modelName')}
            onChange={(event) => change({ modelName: event.currentTarget.value })}
          />
          <TextInput
            label={t('shownName')}
            description={t('shownNameText')}
            value={values.name}
            maxLength={255}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </SimpleGrid>
        {values.type !== 'rerank' && values.type !== 'speech_to_text' && (
          <NumberInput
            label={t('contextTokens')}
            description={t('contextTokensText')}
            value={values.contextTokens ?? ''}
            min={256}
            max={10_000_000}
            step={1_024}
            thousandSeparator=","
            allowDecimal={false}
            onChange={(value) => change({ contextTokens: value === '' ? null : Number(value) })}
          />
        )}
        <PriceFields values={values} problems={problems} onChange={change} />
        {values.type === 'chat' && (
          <Switch
            label={t('visionLabel')}
            checked={values.vision}
            onChange={(event) => change({ vision: event.currentTarget.checked })}
          />
        )}
        {(test.data || failure) && (
          <div ref={bringIntoView}>
            {/* Whatever the test said, the refusal that came after it is what counts. */}
            {test.data && !failure && <ConnectionResult result={test.data} />}
            {failure && (
              <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
                {describeError(failure)}
              </Alert>
            )}
          </div>
        )}
        <Group justify="space-between" mt="xs">
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => {
              if (check()) void runTest();
            }}
          >
            {t('test')}
          </Button>
          <Group gap="xs">
            <Button variant="subtle" color="gray" onClick={onDone}>
              {t('shell:actions.cancel')}
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending} disabled={test.isPending}>
              {t(testFailed ? 'saveAnyway' : 'shell:actions.save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
