import type { ManagedCompany } from '@lectern/contract';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { BlockedStep } from '../../../ui/feedback/blocked-step.tsx';
import { PackageSelect } from '../package-select.tsx';
import { useCompanyActions } from './use-companies.ts';

type Props = { company: ManagedCompany; onDone: () => void };

/** Name and package; a disabled company is offered to be enabled first. */
export function EditCompany({ company, onDone }: Props) {
  const { t } = useTranslation(['administration', 'shell']);
  const [enabled, setEnabled] = useState(company.enabled);
  const { enable } = useCompanyActions();
  if (enabled) return <Form company={company} onDone={onDone} />;
  return (
    <BlockedStep
      title={t('editCompany.mustEnable')}
      onClose={onDone}
      action={
        <Button
          loading={enable.isPending}
          onClick={() =>
            enable.mutate({ params: { companyId: company.id } }, { onSuccess: () => setEnabled(true) })
          }
        >
          {t('editCompany.enable')}
        </Button>
      }
    >
      {t('editCompany.mustEnableText', { name: company.name })}
    </BlockedStep>
  );
}

function Form({ company, onDone }: Props) {
  const { t } = useTranslation(['administration', 'shell']);
  const { update } = useCompanyActions();
  const form = useForm({
    initialValues: { name: company.name, packageId: company.package.id },
    validate: { name: (name) => (name.trim() === '' ? t('form.nameRequired') : null) },
  });
  const save = form.onSubmit(({ name, packageId }) =>
    update.mutate(
      {
        params: { companyId: company.id },
        body: {
          ...(name.trim() === company.name ? {} : { name: name.trim() }),
          ...(packageId === company.package.id ? {} : { packageId }),
        },
      },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (error.code === 'company.name_taken') form.setFieldError('name', describeError(error));
        },
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        {update.isError && update.error.code !== 'company.name_taken' && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {describeError(update.error)}
          </Alert>
        )}
        <TextInput
          label={t('form.name')}
          maxLength={255}
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <PackageSelect
          description={t('editCompany.packageText')}
          current={company.package}
          value={form.values.packageId}
          onChange={(packageId) => form.setFieldValue('packageId', packageId)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
