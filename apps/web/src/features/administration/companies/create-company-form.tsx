import { createCompany, type ResponseOf } from '@lectern/contract';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getLanguage } from '../../../locales/i18n.ts';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { LanguageSelect } from '../../../ui/form/language-select.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { GeneratedPassword } from '../generated-password.tsx';
import { PackageSelect } from '../package-select.tsx';
import { companyQueries } from './use-companies.ts';

type Outcome = ResponseOf<typeof createCompany> & { email: string };

/** Creates a company with its first person, whose password is shown once, afterwards. */
export function CreateCompanyForm({ linkToCompanies }: { linkToCompanies: ReactNode }) {
  const [outcome, setOutcome] = useState<Outcome>();
  if (outcome)
    return (
      <Done outcome={outcome} onAnother={() => setOutcome(undefined)} linkToCompanies={linkToCompanies} />
    );
  return <Form onCreated={setOutcome} />;
}

function Form({ onCreated }: { onCreated: (outcome: Outcome) => void }) {
  const { t } = useTranslation('administration');
  const form = useApiForm(createCompany, {
    initialValues: { name: '', packageId: '', email: '', username: '', language: getLanguage() },
    toBody: ({ username, ...values }) => ({ ...values, username: username.trim() || undefined }),
    messages: { packageId: t('form.packageRequired') },
    errorFields: { 'package.must_be_enabled': 'packageId', 'package.not_found': 'packageId' },
    invalidates: companyQueries,
    successMessage: 'administration:companies.createdToast',
    onSuccess: (created, { email }) => onCreated({ ...created, email: email.trim() }),
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <SectionCard title={t('createCompany.company')}>
        <Stack gap="md" maw={520}>
          <TextInput
            label={t('createCompany.companyName')}
            withAsterisk
            data-autofocus
            {...form.field('name')}
          />
          <PackageSelect description={t('createCompany.packageText')} {...form.field('packageId')} />
        </Stack>
      </SectionCard>
      <SectionCard title={t('createCompany.owner')} description={t('createCompany.ownerText')}>
        <Stack gap="md" maw={520}>
          <TextInput
            label={t('form.email')}
            type="email"
            autoComplete="off"
            withAsterisk
            {...form.field('email')}
          />
          <TextInput
            label={t('form.username')}
            description={t('createCompany.usernameText')}
            autoComplete="off"
            {...form.field('username')}
          />
          <LanguageSelect
            label={t('form.language')}
            description={t('form.languageText')}
            {...form.field('language')}
          />
          <FormError error={form.error} />
          <DialogActions label={t('createCompany.create')} busy={form.isSending} />
        </Stack>
      </SectionCard>
    </form>
  );
}

function Done({
  outcome: { company, email, generatedPassword },
  onAnother,
  linkToCompanies,
}: {
  outcome: Outcome;
  onAnother: () => void;
  linkToCompanies: ReactNode;
}) {
  const { t } = useTranslation('administration');
  return (
    <SectionCard title={t('createCompany.doneTitle', { name: company.name })}>
      <Stack gap="lg" maw={520}>
        <Alert color="teal" role="status" icon={<IconCircleCheck aria-hidden />}>
          {t(generatedPassword === null ? 'createCompany.doneExisting' : 'createCompany.doneNew', { email })}
        </Alert>
        {generatedPassword !== null && <GeneratedPassword password={generatedPassword} />}
        <Group gap="xs">
          {linkToCompanies}
          <Button variant="default" onClick={onAnother}>
            {t('createCompany.another')}
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  );
}
