import { type ManagedCompany, updateManagedCompany } from '@lectern/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockedStep } from '../../../ui/feedback/blocked-step.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { PackageSelect } from '../package-select.tsx';
import { companyQueries, useCompanyActions } from './use-companies.ts';

type Props = { company: ManagedCompany; onDone: () => void };

/** Name and package; a disabled company must be enabled first. */
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
  const form = useApiForm(updateManagedCompany, {
    initialValues: { name: company.name, packageId: company.package.id },
    params: { companyId: company.id },
    // A package that is disabled meanwhile is refused, even unchanged.
    toBody: ({ name, packageId }) => ({ name, ...(packageId === company.package.id ? {} : { packageId }) }),
    invalidates: companyQueries,
    successMessage: 'administration:companies.modifiedToast',
    onSuccess: onDone,
  });
  return (
    <ApiForm form={form} onCancel={onDone} mustChange>
      <TextInput label={t('shell:fields.name')} withAsterisk data-autofocus {...form.field('name')} />
      <PackageSelect
        description={t('editCompany.packageText')}
        current={company.package}
        {...form.field('packageId')}
      />
    </ApiForm>
  );
}
