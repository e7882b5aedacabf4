import { colorSchemes, type Me, numberFormats, updateMe } from '@lectern/contract';
import { Input, SegmentedControl, Select, TextInput, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeLanguage, toLocale } from '../../../locales/i18n.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { LanguageSelect } from '../../../ui/form/language-select.tsx';
import { PhotoInput } from '../../../ui/form/photo-input.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { formatNumber, numberLocaleOf } from '../../../ui/format/formats.ts';
import { useRememberMe } from '../use-update-me.ts';
import { EmailField } from './email-field.tsx';
import { TimeZoneSelect } from './time-zone-select.tsx';

export function ProfileForm({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const { setColorScheme } = useMantineColorScheme();
  const remember = useRememberMe();
  const { username, photo, colorScheme, numberFormat, timezone, language } = me;
  const form = useApiForm(updateMe, {
    initialValues: { username, photo, colorScheme, numberFormat, timezone, language },
    successMessage: 'account:profile.saved',
    onSuccess: async (saved) => {
      remember(saved);
      setColorScheme(saved.colorScheme);
      await changeLanguage(saved.language);
      form.resetDirty();
    },
  });
  const exampleOf = (format: Me['numberFormat']) =>
    formatNumber(1_234.56, numberLocaleOf(toLocale(form.values.language), format));
  return (
    <ApiForm form={form} gap="lg" maw={480}>
      <PhotoInput
        label={t('profile.photo')}
        name={form.values.username || username}
        {...form.field('photo')}
      />
      <TextInput label={t('profile.username')} autoComplete="username" {...form.field('username')} />
      <EmailField me={me} />
      <Input.Wrapper label={t('profile.colorScheme')} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t('profile.colorScheme')}
            data={colorSchemes.map((value) => ({ value, label: t(`profile.colorSchemes.${value}`) }))}
            {...form.getInputProps('colorScheme')}
          />
        </div>
      </Input.Wrapper>
      <LanguageSelect label={t('profile.language')} {...form.field('language')} />
      <Select
        label={t('profile.numberFormat')}
        allowDeselect={false}
        data={numberFormats.map((value) => ({
          value,
          label:
            value === 'auto'
              ? t('profile.numberFormatAuto', { example: exampleOf(value) })
              : exampleOf(value),
        }))}
        {...form.field('numberFormat')}
      />
      <TimeZoneSelect {...form.field('timezone')} />
    </ApiForm>
  );
}
