import { createUser, email as emailSchema, levels, type ResponseOf } from '@lectern/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getLanguage } from '../../../locales/i18n.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { LanguageSelect } from '../../../ui/form/language-select.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { LevelChoice } from './level-choice.tsx';
import { memberQueries } from './member-queries.ts';
import { UsersLimit } from './users-limit.tsx';

export type CreatedUser = ResponseOf<typeof createUser>;

export function CreateUserForm({ onCreated }: { onCreated: (created: CreatedUser) => void }) {
  const { t } = useTranslation('company');
  const form = useApiForm(createUser, {
    initialValues: { email: '', username: '', level: levels.USER as number, language: getLanguage() },
    invalidates: memberQueries,
    successMessage: 'company:createUser.created',
    onSuccess: onCreated,
  });
  const [isNamed, setNamed] = useState(false);
  /** Follows the address as it is typed, until a name is: a field that is being entered must not fill itself. */
  const setEmail = (email: string) => {
    form.setFieldValue('email', email);
    if (isNamed || !emailSchema.safeParse(email).success) return;
    const [guess = ''] = email.trim().split('@');
    form.setFieldValue('username', guess.slice(0, form.field('username').maxLength));
  };
  return (
    <ApiForm form={form} submitLabel={t('createUser.submit')} gap={20} maw={560}>
      <UsersLimit />
      <TextInput
        label={t('createUser.email')}
        description={t('createUser.emailText')}
        type="email"
        autoComplete="off"
        withAsterisk
        {...form.field('email')}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <TextInput
        label={t('createUser.username')}
        description={t('createUser.usernameText')}
        autoComplete="off"
        withAsterisk
        {...form.field('username')}
        onChange={({ currentTarget }) => {
          setNamed(currentTarget.value !== '');
          form.setFieldValue('username', currentTarget.value);
        }}
      />
      <LevelChoice
        label={t('createUser.level')}
        highest={levels.ELEVATED_USER}
        value={form.values.level}
        onChange={(level) => form.setFieldValue('level', level)}
      />
      <LanguageSelect
        label={t('createUser.language')}
        description={t('createUser.languageText')}
        maw={280}
        {...form.field('language')}
      />
    </ApiForm>
  );
}
