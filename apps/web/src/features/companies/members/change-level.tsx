import { type Member, updateMember } from '@lectern/contract';
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { LevelChoice } from './level-choice.tsx';
import { memberQueries } from './member-queries.ts';

export function openChangeLevel(t: TFunction<'company'>, member: Member): void {
  const id = modals.open({
    title: t('changeLevel.title', { name: member.username }),
    size: 520,
    children: <ChangeLevel member={member} close={() => modals.close(id)} />,
  });
}

function ChangeLevel({ member, close }: { member: Member; close: () => void }) {
  const { t } = useTranslation('company');
  const form = useApiForm(updateMember, {
    initialValues: { level: member.level as number },
    params: { memberId: member.id },
    invalidates: memberQueries,
    successMessage: 'company:changeLevel.saved',
    onSuccess: close,
  });
  return (
    <ApiForm form={form} submitLabel={t('changeLevel.save')} onCancel={close} mustChange>
      <LevelChoice
        label={t('team.level')}
        value={form.values.level}
        onChange={(level) => form.setFieldValue('level', level)}
      />
      <Text size="sm" c="dimmed">
        {t('changeLevel.text')}
      </Text>
    </ApiForm>
  );
}
