import { type CompanySettings, getCompany, getMe, listCompanyAudit, updateCompany } from '@lectern/contract';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiMutation } from '../../api/queries.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import classes from './company.module.css';

/** The name of the company. */
export function CompanyForm({ company }: { company: CompanySettings }) {
  const { t } = useTranslation(['company', 'shell']);
  const format = useFormat();
  const form = useForm({
    initialValues: { name: company.name },
    validate: { name: (value) => (value.trim() === '' ? t('shell:validation.required') : null) },
  });
  const save = useApiMutation(updateCompany, {
    invalidates: [getCompany, getMe, listCompanyAudit],
    successMessage: 'company:settings.saved',
    handlesError: true,
    onSuccess: ({ name }) => {
      form.setValues({ name });
      form.resetDirty({ name });
    },
    onError: (error) => form.setFieldError('name', describeError(error)),
  });
  return (
    <SectionCard
      title={t('settings.general')}
      description={t('settings.since', { date: format.date(company.createdAt) })}
    >
      <form
        noValidate
        className={classes.nameForm}
        onSubmit={form.onSubmit(({ name }) => save.mutate({ body: { name: name.trim() } }))}
      >
        <TextInput
          className={classes.nameField}
          label={t('settings.name')}
          description={company.kind === 'personal' ? t('settings.personalNameText') : t('settings.nameText')}
          maxLength={255}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <div>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}
