import { type Member, removeMember } from '@lectern/contract';
import { ActionIcon, Menu, Stack } from '@mantine/core';
import { IconDots, IconUserMinus, IconUserUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { openChangeLevel } from './change-level.tsx';
import { memberQueries } from './member-queries.ts';

export function MemberMenu({ member }: { member: Member }) {
  const { t } = useTranslation('company');
  const remove = useApiMutation(removeMember, {
    invalidates: memberQueries,
    successMessage: 'company:remove.removed',
    handlesError: true,
  });
  const askToRemove = () =>
    openConfirmModal({
      title: t('remove.title', { name: member.username }),
      text: (
        <Stack component="ul" gap={8} m={0} pl={20}>
          <li>{t('remove.signedOut')}</li>
          <li>{t('remove.stays')}</li>
          <li>{t('remove.account')}</li>
        </Stack>
      ),
      confirmLabel: t('remove.confirm'),
      onConfirm: () => remove.mutateAsync({ params: { memberId: member.id } }),
    });
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('team.menu', { name: member.username })}>
          <IconDots size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUserUp size={16} stroke={1.6} aria-hidden />}
          onClick={() => openChangeLevel(t, member)}
        >
          {t('team.changeLevel')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconUserMinus size={16} stroke={1.6} aria-hidden />}
          onClick={askToRemove}
        >
          {t('team.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
