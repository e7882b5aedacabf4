import { createAccount, type ResponseOf } from '@lectern/contract';
import { Alert, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getLanguage } from '../../../locales/i18n.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { CompanySelect } from '../../../ui/form/company-select.tsx';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { LanguageSelect } from '../../../ui/form/language-select.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { GeneratedPassword } from '../generated-password.tsx';
import { accountQueries } from './use-accounts.ts';

type Outcome = ResponseOf<typeof createAccount>;

/** Creates an account; its password is shown once, afterwards. */
export function CreateUser({ onDone }: { onDone: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();
  if (outcome) return <Done outcome={outcome} onAnother={() => setOutcome(undefined)} onDone={onDone} />;
  return <Form onCreated={setOutcome} onDone={onDone} />;
}

function Form({ onCreated, onDone }: { onCreated: (outcome: Outcome) => void; onDone: () => void }) {
  const { t } = useTranslation('administration');
  const form = useApiForm(createAccount, {
    initialValues: {
      email: '',
      username: '',
      belongs: 'company' as 'company' | 'alone',
      companyId: '',
      level: '0' as '0' | '1' | '2',
      language: getLanguage(),
    },
    toBody: ({ belongs, companyId, level, ...account }) =>
      belongs === 'company'
        ? { ...account, companyId, level: Number(level) }
        : { ...account, companyId: null },
    messages: { companyId: t('createUser.companyRequired') },
    errorFields: {
      'company.not_found': 'companyId',
      'company.must_be_enabled': 'companyId',
      'quota.users_reached': 'companyId',
    },
    invalidates: accountQueries,
    successMessage: 'administration:accounts.createdToast',
    onSuccess: onCreated,
  });
  const { belongs, companyId, level } = form.values;
  return (
    <ApiForm form={form} submitLabel={t('createUser.create')} onCancel={onDone}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('form.email')}
          type="email"
          autoComplete="off"
          withAsterisk
          data-autofocus
          {...form.field('email')}
        />
        <TextInput label={t('form.username')} autoComplete="off" withAsterisk {...form.field('username')} />
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
      <LanguageSelect
        label={t('form.language')}
        description={t('form.languageText')}
        {...form.field('language')}
      />
    </ApiForm>
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
      <DialogActions
        label={t('shell:actions.close')}
        onCancel={onAnother}
        cancelLabel={t('createUser.another')}
        onConfirm={onDone}
      />
    </Stack>
  );
}
