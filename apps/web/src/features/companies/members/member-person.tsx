import type { Member } from '@lectern/contract';
import { Badge, Box, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import classes from './team.module.css';

export function MemberPerson({ member, you }: { member: Member; you: boolean }) {
  const { t } = useTranslation('company');
  return (
    <Group gap={12} wrap="nowrap" className={classes.whole}>
      <InitialAvatar name={member.username} photo={member.photo} size={34} />
      <Box miw={0}>
        <Group gap={8} wrap="nowrap">
          <Text fw={600} component="div" miw={0}>
            <LongText>{member.username}</LongText>
          </Text>
          {you && <Badge color="gray">{t('team.you')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          <LongText>{member.email}</LongText>
        </Text>
      </Box>
    </Group>
  );
}

/** What is out of the ordinary with an account, else that it is active. */
export function MemberState({ member }: { member: Member }) {
  const { t } = useTranslation('company');
  const plain = member.active && !member.mustChangePassword && !member.twoFactor;
  return (
    <Group gap={4}>
      {!member.active && <Badge color="red">{t('team.disabled')}</Badge>}
      {member.mustChangePassword && <Badge color="yellow">{t('team.mustChangePassword')}</Badge>}
      {member.twoFactor && <Badge color="teal">{t('team.twoFactor')}</Badge>}
      {plain && (
        <Text inherit c="dimmed" span>
          {t('team.active')}
        </Text>
      )}
    </Group>
  );
}
