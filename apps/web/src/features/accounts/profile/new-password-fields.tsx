import { passwordLimits } from '@lectern/contract';
import { type MantineSize, PasswordInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';

/** A password is longer than 8 characters, and typed twice. */
export function useNewPasswordRules() {
  const { t } = useTranslation('login');
  return {
    newPassword: (value: string) => (value.length < passwordLimits.min ? t('password.tooShort') : null),
    confirmation: (value: string, values: { newPassword: string }) =>
      value === values.newPassword ? null : t('password.differ'),
  };
}

export function NewPasswordFields({
  newPassword,
  confirmation,
  size,
}: {
  /** What the form gives its fields. */
  newPassword: GetInputPropsReturnType;
  confirmation: GetInputPropsReturnType;
  size?: MantineSize;
}) {
  const { t } = useTranslation('login');
  const visibility = { 'aria-label': t('showPassword') };
  return (
    <>
      <PasswordInput
        size={size}
        label={t('password.new')}
        description={t('password.rule')}
        autoComplete="new-password"
        visibilityToggleButtonProps={visibility}
        {...newPassword}
      />
      <PasswordInput
        size={size}
        label={t('password.confirm')}
        autoComplete="new-password"
        visibilityToggleButtonProps={visibility}
        {...confirmation}
      />
    </>
  );
}
