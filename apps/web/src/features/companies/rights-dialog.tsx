import {
  type AssistantRights,
  listAssistantRights,
  listAssistants,
  listCompanyAudit,
  type Member,
  updateAssistantRights,
} from '@lectern/contract';
import { Alert, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { MemberPicker } from './member-picker.tsx';
import { useAllMembers } from './use-all-members.ts';

export function openRightsDialog(t: TFunction<'company'>, rights: AssistantRights): void {
  const id = modals.open({
    title: t('rights.dialogTitle', { name: rights.assistantName }),
    size: 560,
    children: <DialogBody rights={rights} close={() => modals.close(id)} />,
  });
}

function DialogBody({ rights, close }: { rights: AssistantRights; close: () => void }) {
  const members = useAllMembers();
  return (
    <QueryBoundary query={members} skeleton={<SkeletonList rows={5} height={48} />}>
      {(everyone) => <RightsForm rights={rights} members={everyone} close={close} />}
    </QueryBoundary>
  );
}

type FormProps = { rights: AssistantRights; members: readonly Member[]; close: () => void };

function RightsForm({ rights, members, close }: FormProps) {
  const { t } = useTranslation('company');
  const form = useApiForm(updateAssistantRights, {
    initialValues: {
      audience: rights.audience,
      // Whoever left meanwhile must not be sent: the server would refuse everything.
      accountIds: rights.accountIds.filter((id) => members.some(({ accountId }) => accountId === id)),
    },
    params: { assistantId: rights.assistantId },
    toBody: ({ audience, accountIds }) => ({ audience, accountIds: audience === 'chosen' ? accountIds : [] }),
    invalidates: [listAssistantRights, listAssistants, listCompanyAudit],
    successMessage: 'company:rights.saved',
    onSuccess: close,
  });
  const { audience, accountIds } = form.values;
  return (
    <ApiForm form={form} submitLabel={t('rights.save')} onCancel={close}>
      <ChoiceCards
        label={t('rights.audience')}
        value={audience}
        onChange={(next) => form.setFieldValue('audience', next)}
        choices={[
          { value: 'everyone', name: t('rights.everyone'), text: t('rights.everyoneText') },
          { value: 'chosen', name: t('rights.chosenLabel'), text: t('rights.chosenText') },
        ]}
      />
      {audience === 'chosen' && (
        <>
          <MemberPicker
            members={members}
            rights={rights}
            value={accountIds}
            onChange={(ids) => form.setFieldValue('accountIds', ids)}
          />
          {accountIds.length === 0 ? (
            <Alert color="yellow" role="note">
              {t('rights.nobodyText')}
            </Alert>
          ) : (
            <Text size="sm" c="dimmed">
              {t('rights.alwaysText')}
            </Text>
          )}
        </>
      )}
    </ApiForm>
  );
}
