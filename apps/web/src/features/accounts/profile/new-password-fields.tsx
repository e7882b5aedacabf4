import { passwordLimits } from '@lectern/contract';
import { type MantineSize, PasswordInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';

export const emptyPasswords = { newPassword: '', confirmation: '' };

/** A password has a least length and is typed twice. */
export function useNewPasswordRules() {
  const { t } = useTranslation('login');
  return ({ newPassword, confirmation }: typeof emptyPasswords) => ({
    newPassword: newPassword.length < passwordLimits.min ? t('password.tooShort') : null,
    confirmation: confirmation === newPassword ? null : t('password.differ'),
  });
}

type NewPasswordFieldsProps = {
  form: { field: (name: string) => GetInputPropsReturnType };
  size?: MantineSize;
};

export function NewPasswordFields({ form, size }: NewPasswordFieldsProps) {
  const { t } = useTranslation('login');
  const shared = {
    size,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('showPassword') },
  };
  return (
    <>
      <PasswordInput
        {...shared}
        label={t('password.new')}
        description={t('password.rule')}
        {...form.field('newPassword')}
      />
      <PasswordInput {...shared} label={t('password.confirm')} {...form.field('confirmation')} />
    </>
  );
}
