import type { Model } from '@lectern/contract';
import { Alert, Button, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconQuote } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../../api/me.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import { TextLink } from '../../../ui/link.tsx';
import classes from './assistant-form.module.css';
import {
  type AssistantFormValues,
  findPreset,
  type Preset,
  parameterNames,
  presetParameters,
} from './assistant-form-values.ts';
import { ParameterSetting } from './parameter-setting.tsx';
import { useChosenModel } from './use-chosen-model.ts';

const defaultChoice = 'default';
const presets = ['improvise', 'precise', 'balance'] as const;
const presetTexts = {
  improvise: 'freedomImprovise',
  precise: 'freedomPrecise',
  balance: 'freedomBalance',
} as const;

function groupByProvider(models: Model[], nameOf: (model: Model) => string) {
  const providers = [...new Set(models.map((model) => model.providerName))];
  return providers.map((group) => ({
    group,
    items: models
      .filter((model) => model.providerName === group)
      .map((model) => ({ value: model.id, label: nameOf(model) })),
  }));
}

export function ModelSection({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  const { chatModelId } = form.values;
  const { models, items, byDefault, chosen } = useChosenModel(chatModelId);
  const nameOf = (model: Model) => (model.builtIn ? t('form.builtInName') : model.name);
  const missing = models.data && chatModelId !== null && !chosen;

  return (
    <Stack gap="xl">
      <div>
        <Select
          label={t('form.chatModel')}
          description={t('form.chatModelText')}
          allowDeselect={false}
          disabled={models.isPending}
          data={[
            {
              value: defaultChoice,
              label: byDefault
                ? t('form.chatModelDefault', { name: nameOf(byDefault) })
                : t('common.loading'),
            },
            ...(missing ? [{ value: chatModelId, label: t('form.chatModelMissing') }] : []),
            ...groupByProvider(items, nameOf),
          ]}
          value={chatModelId ?? defaultChoice}
          onChange={(value) => form.setFieldValue('chatModelId', value === defaultChoice ? null : value)}
          error={form.errors.chatModelId}
        />
        {models.isError && (
          <FormError mt="sm" title={t('form.modelsLoadFailed')}>
            <Button size="xs" variant="default" onClick={() => void models.refetch()}>
              {t('common.retry')}
            </Button>
          </FormError>
        )}
        {chosen?.builtIn && <BuiltInNote />}
      </div>
      {chosen && !chosen.builtIn && <Parameters form={form} />}
    </Stack>
  );
}

function BuiltInNote() {
  const { t } = useTranslation('chat');
  const mayAddForAll = usePermission('SettingsModel');
  const mayAdd = usePermission('SettingsCompanyModels');
  return (
    <Alert
      mt="md"
      variant="light"
      icon={<IconQuote size={18} stroke={1.6} />}
      title={t('form.builtInTitle')}
      className={classes.note}
    >
      <Text size="sm">{t('form.builtInText')}</Text>
      <Text size="sm" mt={8}>
        {mayAdd ? (
          <>
            {t('form.builtInAdmin')}{' '}
            <TextLink
              size="sm"
              to={mayAddForAll ? '/user-setting/lectern_model' : '/user-setting/company_models'}
            >
              {t('form.builtInAdminLink')}
            </TextLink>
          </>
        ) : (
          t('form.builtInAsk')
        )}
      </Text>
    </Alert>
  );
}

function Parameters({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  const preset = findPreset(form.values.parameters);
  return (
    <div>
      <Title order={3} fz="md" id="freedom">
        {t('form.freedom')}
      </Title>
      <Text size="xs" c="dimmed" mb="sm">
        {t('form.freedomText')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby="freedom"
        data={[
          ...presets.map((value) => ({ value, label: t(`form.${presetTexts[value]}`) })),
          ...(preset === null ? [{ value: 'custom', label: t('form.freedomCustom') }] : []),
        ]}
        value={preset ?? 'custom'}
        onChange={(value) => {
          if (value !== 'custom') form.setFieldValue('parameters', presetParameters(value as Preset));
        }}
      />
      <Stack gap="lg" mt="xl">
        {parameterNames.map((name) => (
          <ParameterSetting key={name} form={form} name={name} />
        ))}
      </Stack>
    </div>
  );
}
