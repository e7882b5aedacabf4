import { type createAccount, email as emailSchema, languages, type ResponseOf } from '@lectern/contract';
import {
  Alert,
  Button,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { ApiErrorCode } from '../../../api/error.ts';
import { getLanguage, languageNames } from '../../../locales/i18n.ts';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { CompanySelect } from '../../../ui/form/company-select.tsx';
import { GeneratedPassword } from '../generated-password.tsx';
import { useAccountActions } from './use-accounts.ts';

type Outcome = ResponseOf<typeof createAccount>;

const fieldOfError: Partial<Record<ApiErrorCode, 'email' | 'username' | 'companyId'>> = {
  'account.email_taken': 'email',
  'account.username_taken': 'username',
  'company.not_found': 'companyId',
  'company.must_be_enabled': 'companyId',
  'quota.users_reached': 'companyId',
};

/** Makes an account; what is shown afterwards is the only sight of its password. */
export function CreateUser({ onDone }: { onDone: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();
  if (outcome) return <Done outcome={outcome} onAnother={() => setOutcome(undefined)} onDone={onDone} />;
  return <Form onCreated={setOutcome} onDone={onDone} />;
}

function Form({ onCreated, onDone }: { onCreated: (outcome: Outcome) => void; onDone: () => void }) {
  const { t } = useTranslation(['administration', 'shell']);
  const { create } = useAccountActions();
  const form = useForm({
    initialValues: {
      email: '',
      username: '',
      belongs: 'company' as 'company' | 'alone',
      companyId: '',
      level: '0' as '0' | '1' | '2',
      language: getLanguage() as string,
    },
    validate: {
      email: (email) => {
        if (email.trim() === '') return t('form.emailRequired');
        return emailSchema.safeParse(email).success ? null : t('form.emailInvalid');
      },
      username: (name) => (name.trim() === '' ? t('form.usernameRequired') : null),
      companyId: (id, { belongs }) =>
        belongs === 'company' && id === '' ? t('createUser.companyRequired') : null,
    },
  });
  const { belongs, companyId, level } = form.values;
  const submit = form.onSubmit((values) =>
    create.mutate(
      {
        body: {
          email: values.email.trim(),
          username: values.username.trim(),
          language: languages.find((known) => known === values.language),
          ...(values.belongs === 'company'
            ? { companyId: values.companyId, level: Number(values.level) }
            : { companyId: null }),
        },
      },
      {
        onSuccess: onCreated,
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
      <Stack gap="md">
        {create.isError && !shownAtField && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {describeError(create.error)}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t('form.email')}
            type="email"
            autoComplete="off"
            maxLength={254}
            withAsterisk
            data-autofocus
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t('form.username')}
            autoComplete="off"
            maxLength={64}
            withAsterisk
            {...form.getInputProps('username')}
          />
        </SimpleGrid>
        <SegmentedControl
          fullWidth
          aria-label={t('createUser.belongs')}
          data={[
            { value: 'company', label: t('createUser.inCompany') },
            { value: 'alone', label: t('createUser.alone') },
          ]}
          value={belongs}
          onChange={(value) => form.setFieldValue('belongs', value as typeof belongs)}
        />
        {belongs === 'company' ? (
          <>
            <CompanySelect
              as="field"
              among={{ enabled: 'true' }}
              value={companyId || undefined}
              error={form.errors.companyId as string | undefined}
              onChange={(id) => form.setFieldValue('companyId', id ?? '')}
            />
            <ChoiceCards
              label={t('createUser.level')}
              choices={(['0', '1', '2'] as const).map((value) => ({
                value,
                name: t(`levels.${value}`),
                text: t(`levelTexts.${value}`),
              }))}
              value={level}
              onChange={(value) => form.setFieldValue('level', value)}
            />
          </>
        ) : (
          <Text c="dimmed">{t('createUser.aloneText')}</Text>
        )}
        <Select
          label={t('form.language')}
          description={t('form.languageText')}
          allowDeselect={false}
          data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          {...form.getInputProps('language')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('createUser.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Done({
  outcome: { account, generatedPassword },
  onAnother,
  onDone,
}: {
  outcome: Outcome;
  onAnother: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation(['administration', 'shell']);
  return (
    <Stack gap="md">
      <Alert
        color="teal"
        role="status"
        icon={<IconCircleCheck aria-hidden />}
        title={t('createUser.doneTitle', { name: account.username })}
      >
        {t('createUser.doneText', { username: account.username, email: account.email })}
      </Alert>
      <GeneratedPassword password={generatedPassword} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAnother}>
          {t('createUser.another')}
        </Button>
        <Button onClick={onDone}>{t('shell:actions.close')}</Button>
      </Group>
    </Stack>
  );
}
