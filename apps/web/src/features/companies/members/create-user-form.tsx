import { createUser, email as emailSchema, levels, type ResponseOf } from '@lectern/contract';
import { TextInput } from '@mantine/core';
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
  /** The part before the @ is a good guess, until a name is typed. */
  const suggestName = () => {
    const { email, username } = form.values;
    if (username === '' && emailSchema.safeParse(email).success)
      form.setFieldValue(
        'username',
        email.trim().split('@')[0]?.slice(0, form.field('username').maxLength) ?? '',
      );
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
        onBlur={suggestName}
      />
      <TextInput
        label={t('createUser.username')}
        description={t('createUser.usernameText')}
        autoComplete="off"
        withAsterisk
        {...form.field('username')}
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
