import {
  type AssistantRights,
  listAssistantRights,
  listAssistants,
  listCompanyAudit,
  type Member,
  updateAssistantRights,
} from '@lectern/contract';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiMutation } from '../../api/queries.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
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
  const { t } = useTranslation(['company', 'shell']);
  const [audience, setAudience] = useState(rights.audience);
  // Whoever left meanwhile must not be sent: the server would refuse the whole.
  const [accountIds, setAccountIds] = useState(() => {
    const known = new Set(members.map((member) => member.accountId));
    return rights.accountIds.filter((id) => known.has(id));
  });
  const save = useApiMutation(updateAssistantRights, {
    invalidates: [listAssistantRights, listAssistants, listCompanyAudit],
    successMessage: 'company:rights.saved',
    handlesError: true,
    onSuccess: close,
  });
  return (
    <Stack gap="md">
      <ChoiceCards
        label={t('rights.audience')}
        value={audience}
        onChange={setAudience}
        choices={[
          { value: 'everyone', name: t('rights.everyone'), text: t('rights.everyoneText') },
          { value: 'chosen', name: t('rights.chosenLabel'), text: t('rights.chosenText') },
        ]}
      />
      {audience === 'chosen' && (
        <>
          <MemberPicker members={members} rights={rights} value={accountIds} onChange={setAccountIds} />
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
          onClick={() =>
            save.mutate({
              params: { assistantId: rights.assistantId },
              body: { audience, accountIds: audience === 'chosen' ? accountIds : [] },
            })
          }
        >
          {t('rights.save')}
        </Button>
      </Group>
    </Stack>
  );
}
