import { getPublicSettings } from '@lectern/contract';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { LinkButton } from '../../../ui/link.tsx';
import type { CreatedUser } from './create-user-form.tsx';

/** The one time that the generated password is seen. */
export function CreatedUserResult({
  created: { member, generatedPassword },
  onAnother,
}: {
  created: CreatedUser;
  onAnother: () => void;
}) {
  const { t } = useTranslation('company');
  const { data: settings } = useApiQuery(getPublicSettings, {}, { staleTime: 5 * 60_000 });
  const { email, username: name } = member;
  const stored = settings?.mailConfigured === false;
  const describeMail = () => {
    if (generatedPassword === null)
      return stored ? t('createUser.mailedOnlyWaits') : t('createUser.mailedOnly', { email });
    return stored ? t('createUser.mailWaits') : t('createUser.mailedToo', { email });
  };
  return (
    <Stack gap="lg" maw={560}>
      <Alert
        color="teal"
        role="status"
        icon={<IconCircleCheck aria-hidden />}
        title={t('createUser.resultTitle', { name })}
      >
        {describeMail()}
      </Alert>
      <CopyField label={t('createUser.email')} value={email} />
      <CopyField label={t('createUser.username')} value={name} />
      {generatedPassword !== null && (
        <CopyField
          label={t('createUser.password')}
          description={t('createUser.passwordText')}
          value={generatedPassword}
        />
      )}
      <Group gap="xs">
        <Button onClick={onAnother}>{t('createUser.another')}</Button>
        <LinkButton variant="default" to="/user-setting/team">
          {t('createUser.toTeam')}
        </LinkButton>
      </Group>
    </Stack>
  );
}
