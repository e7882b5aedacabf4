import { type createCompany, email as emailSchema, languages, type ResponseOf } from '@lectern/contract';
import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { ApiErrorCode } from '../../../api/error.ts';
import { getLanguage, languageNames } from '../../../locales/i18n.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { GeneratedPassword } from '../generated-password.tsx';
import { PackageSelect } from '../package-select.tsx';
import { useCompanyActions } from './use-companies.ts';

type Outcome = ResponseOf<typeof createCompany> & { email: string };

const fieldOfError: Partial<Record<ApiErrorCode, 'name' | 'username' | 'packageId'>> = {
  'company.name_taken': 'name',
  'account.username_taken': 'username',
  'package.must_be_enabled': 'packageId',
  'package.not_found': 'packageId',
};

/** A company with its first person; what is shown afterwards is the only sight of the password. */
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
  const { create } = useCompanyActions();
  const form = useForm({
    initialValues: { name: '', packageId: '', email: '', username: '', language: getLanguage() as string },
    validate: {
      name: (name) => (name.trim() === '' ? t('form.nameRequired') : null),
      packageId: (id) => (id === '' ? t('form.packageRequired') : null),
      email: (email) => {
        if (email.trim() === '') return t('form.emailRequired');
        return emailSchema.safeParse(email).success ? null : t('form.emailInvalid');
      },
    },
  });
  const submit = form.onSubmit(({ name, packageId, email, username, language }) =>
    create.mutate(
      {
        body: {
          name: name.trim(),
          packageId,
          email: email.trim(),
          username: username.trim() || undefined,
          language: languages.find((known) => known === language),
        },
      },
      {
        onSuccess: (created) => onCreated({ ...created, email: email.trim() }),
        onError: (error) => {
          const field = fieldOfError[error.code];
          if (field) form.setFieldError(field, describeError(error));
        },
      },
    ),
  );
  const shownAtField = create.isError && fieldOfError[create.error.code] !== undefined;
  return (
    <form onSubmit={submit} noValidate>
      <SectionCard title={t('createCompany.company')}>
        <Stack gap="md" maw={520}>
          <TextInput
            label={t('createCompany.companyName')}
            maxLength={255}
            withAsterisk
            data-autofocus
            {...form.getInputProps('name')}
          />
          <PackageSelect
            description={t('createCompany.packageText')}
            value={form.values.packageId || null}
            error={form.errors.packageId as string | undefined}
            onChange={(packageId) => form.setFieldValue('packageId', packageId)}
          />
        </Stack>
      </SectionCard>
      <SectionCard title={t('createCompany.owner')} description={t('createCompany.ownerText')}>
        <Stack gap="md" maw={520}>
          <TextInput
            label={t('form.email')}
            type="email"
            autoComplete="off"
            maxLength={254}
            withAsterisk
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t('form.username')}
            description={t('createCompany.usernameText')}
            autoComplete="off"
            maxLength={64}
            {...form.getInputProps('username')}
          />
          <Select
            label={t('form.language')}
            description={t('form.languageText')}
            allowDeselect={false}
            data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
            {...form.getInputProps('language')}
          />
          {create.isError && !shownAtField && (
            <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
              {describeError(create.error)}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={create.isPending}>
              {t('createCompany.create')}
            </Button>
          </Group>
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
