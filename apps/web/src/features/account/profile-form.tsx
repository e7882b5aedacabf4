import { colorSchemes, type Language, languages, type Me, updateMe } from '@lectern/contract';
import {
  Button,
  Group,
  Input,
  SegmentedControl,
  Select,
  Stack,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { changeLanguage, languageNames } from '../../locales/i18n.ts';
import { PhotoInput } from '../../ui/photo-input.tsx';
import { useUpdateMe } from './use-update-me.ts';

function listTimeZones(current: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])];
}

export function ProfileForm({ me }: { me: Me }) {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const zones = useMemo(() => listTimeZones(me.timezone), [me.timezone]);
  const form = useForm({
    initialValues: {
      username: me.username,
      photo: me.photo,
      colorScheme: me.colorScheme,
      timezone: me.timezone,
      language: me.language,
    },
    validate: { username: (value) => (value.trim() === '' ? t('validation.required') : null) },
  });
  const save = useUpdateMe(updateMe, {
    successMessage: 'shell:profile.saved',
    handlesError: true,
    onSuccess: async (saved) => {
      setColorScheme(saved.colorScheme);
      await changeLanguage(saved.language);
      form.resetDirty();
    },
    onError: (error) => form.setFieldError('username', describeError(error)),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
      <Stack gap="lg" maw={480}>
        <PhotoInput
          label={t('profile.photo')}
          name={form.values.username || me.username}
          value={form.values.photo}
          onChange={(photo) => form.setFieldValue('photo', photo)}
        />
        <TextInput
          label={t('login.username')}
          maxLength={64}
          autoComplete="username"
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('login.email')}
          description={t('profile.emailFixed')}
          value={me.email}
          readOnly
          variant="filled"
        />
        <Input.Wrapper label={t('profile.colorScheme')} labelElement="div">
          <div>
            <SegmentedControl
              aria-label={t('profile.colorScheme')}
              data={colorSchemes.map((scheme) => ({
                value: scheme,
                label: t(`profile.colorSchemes.${scheme}`),
              }))}
              {...form.getInputProps('colorScheme')}
            />
          </div>
        </Input.Wrapper>
        <Select
          label={t('profile.language')}
          data={languages.map((language: Language) => ({ value: language, label: languageNames[language] }))}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
        <Select
          label={t('profile.timezone')}
          description={t('profile.timezoneText')}
          data={zones}
          searchable
          limit={80}
          nothingFoundMessage={t('profile.timezoneNone')}
          allowDeselect={false}
          {...form.getInputProps('timezone')}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
