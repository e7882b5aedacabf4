import { type CompanySettings, getCompany, getMe, listCompanyAudit, updateCompany } from '@lectern/contract';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** The name of the company. */
export function CompanyForm({ company }: { company: CompanySettings }) {
  const { t } = useTranslation('company');
  const format = useFormat();
  const form = useApiForm(updateCompany, {
    initialValues: { name: company.name },
    invalidates: [getCompany, getMe, listCompanyAudit],
    successMessage: 'company:settings.saved',
    onSuccess: ({ name }) => {
      form.setValues({ name });
      form.resetDirty({ name });
    },
  });
  return (
    <SectionCard
      title={t('settings.general')}
      description={t('settings.since', { date: format.date(company.createdAt) })}
    >
      <ApiForm form={form} mustChange maw={560}>
        <TextInput
          label={t('settings.name')}
          description={t(company.kind === 'personal' ? 'settings.personalNameText' : 'settings.nameText')}
          autoComplete="off"
          {...form.field('name')}
        />
      </ApiForm>
    </SectionCard>
  );
}
