import { createUser, type Language, languages, levels, type ResponseOf } from '@lectern/contract';
import { Alert, Button, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { ApiErrorCode } from '../../../api/error.ts';
import { useApiMutation } from '../../../api/queries.ts';
import { getLanguage, languageNames } from '../../../locales/i18n.ts';
import { looksLikeEmail } from './email.ts';
import { LevelChoice } from './level-choice.tsx';
import { changesPeople } from './member-queries.ts';
import classes from './team.module.css';
import { UsersLimit } from './users-limit.tsx';

const fieldOfError: Partial<Record<ApiErrorCode, 'email' | 'username'>> = {
  'account.email_taken': 'email',
  'account.username_taken': 'username',
};

export type CreatedUser = ResponseOf<typeof createUser>;

export function CreateUserForm({ onCreated }: { onCreated: (created: CreatedUser) => void }) {
  const { t } = useTranslation(['company', 'shell']);
  const form = useForm({
    initialValues: {
      email: '',
      username: '',
      level: levels.USER as number,
      language: getLanguage() as Language,
    },
    validate: {
      email: (value) => (looksLikeEmail(value) ? null : t('invite.emailInvalid')),
      username: (value) => (value.trim() === '' ? t('shell:validation.required') : null),
    },
  });
  const create = useApiMutation(createUser, {
    invalidates: changesPeople,
    successMessage: 'company:createUser.created',
    handlesError: true,
    onSuccess: onCreated,
    onError: (error) => {
      const field = fieldOfError[error.code];
      if (field) form.setFieldError(field, describeError(error));
    },
  });
  const shownAtField = create.isError && fieldOfError[create.error.code] !== undefined;
  /** What stands before the @ is a good guess, until a name is typed. */
  const suggestName = () => {
    if (form.values.username === '' && looksLikeEmail(form.values.email))
      form.setFieldValue('username', form.values.email.trim().split('@')[0]?.slice(0, 64) ?? '');
  };
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        ({ email, username, ...rest }) =>
          create.mutate({ body: { email: email.trim(), username: username.trim(), ...rest } }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <UsersLimit />
      <TextInput
        label={t('createUser.email')}
        description={t('createUser.emailText')}
        type="email"
        autoComplete="off"
        maxLength={254}
        withAsterisk
        {...form.getInputProps('email')}
        onBlur={suggestName}
      />
      <TextInput
        label={t('createUser.username')}
        description={t('createUser.usernameText')}
        autoComplete="off"
        maxLength={64}
        withAsterisk
        {...form.getInputProps('username')}
      />
      <LevelChoice
        label={t('createUser.level')}
        highest={levels.ELEVATED_USER}
        value={form.values.level}
        onChange={(level) => form.setFieldValue('level', level)}
      />
      <Select
        label={t('createUser.language')}
        description={t('createUser.languageText')}
        data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
        allowDeselect={false}
        maw={280}
        {...form.getInputProps('language')}
      />
      {create.isError && !shownAtField && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
          {describeError(create.error)}
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={create.isPending}>
          {t('createUser.submit')}
        </Button>
      </Group>
    </form>
  );
}
