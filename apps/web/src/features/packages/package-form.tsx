import { type CompanyPackage, createPackage, updatePackage } from '@lectern/contract';
import { Alert, Button, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockedStep } from '../../ui/feedback/blocked-step.tsx';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import {
  isYearBelowMonth,
  type LimitField,
  limitFields,
  startValues,
  toPackageBody,
} from './package-form-values.ts';
import { packageQueries, usePackageActions } from './use-packages.ts';

type Props = { existing?: CompanyPackage; onDone: () => void };

/** Creates or edits a package; a disabled one must be enabled first. */
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
  const form = useApiForm(existing ? updatePackage : createPackage, {
    initialValues: startValues(existing),
    params: existing && { packageId: existing.id },
    toBody: toPackageBody,
    invalidates: packageQueries,
    successMessage: existing
      ? 'administration:packages.modifiedToast'
      : 'administration:packages.createdToast',
    onSuccess: onDone,
  });
  return (
    <ApiForm
      form={form}
      submitLabel={t(existing ? 'shell:actions.save' : 'packageForm.create')}
      onCancel={onDone}
      mustChange={existing !== undefined}
    >
      <TextInput label={t('shell:fields.name')} withAsterisk data-autofocus {...form.field('name')} />
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
            // Below, so that the fields of a line are level.
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={t('limits.unlimited')}
            clampBehavior="strict"
            allowNegative={false}
            allowDecimal={field === 'maxStorageGb'}
            {...format.separators}
            hideControls
            {...form.field(field)}
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
    </ApiForm>
  );
}
