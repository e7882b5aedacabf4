import { type Member, updateMember } from '@lectern/contract';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { useApiMutation } from '../../../api/queries.ts';
import { LevelChoice } from './level-choice.tsx';
import { changesPeople } from './member-queries.ts';

export function openChangeLevel(t: TFunction<'company'>, member: Member): void {
  const id = modals.open({
    title: t('changeLevel.title', { name: member.username }),
    size: 520,
    children: <ChangeLevel member={member} close={() => modals.close(id)} />,
  });
}

function ChangeLevel({ member, close }: { member: Member; close: () => void }) {
  const { t } = useTranslation(['company', 'shell']);
  const [level, setLevel] = useState(member.level);
  const save = useApiMutation(updateMember, {
    invalidates: changesPeople,
    successMessage: 'company:changeLevel.saved',
    handlesError: true,
    onSuccess: close,
  });
  return (
    <Stack gap="md">
      <LevelChoice label={t('team.level')} value={level} onChange={setLevel} />
      <Text size="sm" c="dimmed">
        {t('changeLevel.text')}
      </Text>
      {save.isError && (
        <Alert color="red" role="alert">
          {describeError(save.error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('shell:actions.cancel')}
        </Button>
        <Button
          loading={save.isPending}
          disabled={level === member.level}
          onClick={() => save.mutate({ params: { memberId: member.id }, body: { level } })}
        >
          {t('changeLevel.save')}
        </Button>
      </Group>
    </Stack>
  );
}
