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
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { changeLanguage, languageNames } from '../../../locales/i18n.ts';
import { PhotoInput } from '../../../ui/form/photo-input.tsx';
import { CallError } from '../code/call-error.tsx';
import { useUpdateMe } from '../use-update-me.ts';
import { EmailField } from './email-field.tsx';
import { TimeZoneSelect } from './time-zone-select.tsx';

export function ProfileForm({ me }: { me: Me }) {
  const { t } = useTranslation(['account', 'shell']);
  const { setColorScheme } = useMantineColorScheme();
  const form = useForm({
    initialValues: {
      username: me.username,
      photo: me.photo,
      colorScheme: me.colorScheme,
      timezone: me.timezone,
      language: me.language,
    },
    validate: { username: (value) => (value.trim() === '' ? t('shell:validation.required') : null) },
  });
  const save = useUpdateMe(updateMe, {
    successMessage: 'account:profile.saved',
    handlesError: true,
    onSuccess: async (saved) => {
      setColorScheme(saved.colorScheme);
      await changeLanguage(saved.language);
      form.resetDirty();
    },
    onError: (error) => {
      if (error.code === 'account.username_taken') form.setFieldError('username', describeError(error));
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
      <Stack gap="lg" maw={480}>
        {save.error?.code !== 'account.username_taken' && <CallError error={save.error} />}
        <PhotoInput
          label={t('profile.photo')}
          name={form.values.username || me.username}
          value={form.values.photo}
          onChange={(photo) => form.setFieldValue('photo', photo)}
        />
        <TextInput
          label={t('profile.username')}
          maxLength={64}
          autoComplete="username"
          {...form.getInputProps('username')}
        />
        <EmailField me={me} />
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
        <TimeZoneSelect
          value={form.values.timezone}
          onChange={(zone) => form.setFieldValue('timezone', zone)}
          error={form.errors.timezone}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('shell:actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
