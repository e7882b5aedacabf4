import type { CompanyPackage } from '@lectern/contract';
import { Alert, Button, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { BlockedStep } from '../../ui/feedback/blocked-step.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import {
  isYearBelowMonth,
  type LimitField,
  largestCount,
  largestLimits,
  limitFields,
  startValues,
  toPackageBody,
} from './package-form-values.ts';
import { usePackageActions } from './use-packages.ts';

type Props = { existing?: CompanyPackage; onDone: () => void };

/** Creates a package or changes one; a disabled one is offered to be enabled first. */
export function PackageForm({ existing, onDone }: Props) {
  const { t } = useTranslation(['administration', 'shell']);
  const [enabled, setEnabled] = useState(existing?.enabled ?? true);
  const { enable } = usePackageActions();
  if (enabled || !existing) return <Form existing={existing} onDone={onDone} />;
  return (
    <BlockedStep
      title={t('packageForm.mustEnable')}
      onClose={onDone}
      action={
        <Button
          loading={enable.isPending}
          onClick={() =>
            enable.mutate({ params: { packageId: existing.id } }, { onSuccess: () => setEnabled(true) })
          }
        >
          {t('packageForm.enable')}
        </Button>
      }
    >
      {t('packageForm.mustEnableText', { name: existing.name })}
    </BlockedStep>
  );
}

/** Limits with a sentence of their own below the name. */
const explained: readonly LimitField[] = [
  'maxUsers',
  'maxChatbotIframes',
  'maxRequests',
  'yearlyMaxRequests',
];

function Form({ existing, onDone }: Props) {
  const { t } = useTranslation(['administration', 'shell']);
  const format = useFormat();
  const { create, update } = usePackageActions();
  const form = useForm({
    initialValues: startValues(existing),
    validate: { name: (name) => (name.trim() === '' ? t('form.nameRequired') : null) },
  });
  const saving = existing ? update : create;
  const outcome = {
    onSuccess: onDone,
    onError: (error: Error & { code?: string }) => {
      if (error.code === 'package.name_taken') form.setFieldError('name', describeError(error));
    },
  };
  const submit = form.onSubmit((values) => {
    const body = toPackageBody(values);
    if (existing) update.mutate({ params: { packageId: existing.id }, body }, outcome);
    else create.mutate({ body }, outcome);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {saving.isError && saving.error.code !== 'package.name_taken' && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {describeError(saving.error)}
          </Alert>
        )}
        <TextInput
          label={t('form.name')}
          maxLength={255}
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Text size="sm" c="dimmed">
          {t('packageForm.emptyMeans')}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          {limitFields.map((field) => (
            <NumberInput
              key={field}
              label={t(`limits.${field}`)}
              description={
                explained.includes(field) ? t(`limits.${field}Text` as 'limits.maxUsersText') : undefined
              }
              // Below, so that the fields of a line stand level.
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder={t('limits.unlimited')}
              min={0}
              max={largestLimits[field] ?? largestCount}
              clampBehavior="strict"
              allowNegative={false}
              allowDecimal={field === 'maxStorageGb'}
              decimalScale={2}
              thousandSeparator=","
              hideControls
              {...form.getInputProps(field)}
            />
          ))}
        </SimpleGrid>
        {isYearBelowMonth(form.values) && (
          <Text size="sm" c="var(--warning)" role="status">
            {t('packageForm.yearBelowMonth')}
          </Text>
        )}
        {existing && existing.companyCount > 0 && (
          <Alert color="teal" role="note" icon={<IconInfoCircle aria-hidden />}>
            {t('packageForm.appliesTo', {
              count: existing.companyCount,
              number: format.number(existing.companyCount),
            })}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={existing && !form.isDirty()}>
            {t(existing ? 'form.save' : 'packageForm.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
