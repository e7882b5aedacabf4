import { type AssistantSummary, deleteAssistant, listAssistants } from '@lectern/contract';
import { ActionIcon, Box, Flex, Menu, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconChartBar, IconPlus, IconSettings, IconTrash, IconWorldShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { InitialAvatar } from '../../ui/display/initial-avatar.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { SideList, SideListRow } from '../../ui/layout/side-list.tsx';

/** From this many assistants on, the list has a search field. */
const searchFrom = 8;

type Props = {
  /** Undefined while they load. */
  assistants: AssistantSummary[] | undefined;
  failed: boolean;
  onRetry: () => void;
  chosenId: string | undefined;
  onChoose: (assistant: AssistantSummary) => void;
  onCreate: () => void;
  onConfigure: (assistant: AssistantSummary) => void;
  onImprove: (assistant: AssistantSummary) => void;
  /** Puts it on websites. */
  onEmbed: (assistant: AssistantSummary) => void;
  onDeleted: (assistant: AssistantSummary) => void;
  /** At the end of the heading, such as a button that hides the list. */
  headingEnd?: React.ReactNode;
};

export function AssistantList(props: Props) {
  const { t } = useTranslation('chat');
  const mayCreate = usePermission('CreateChat');
  const [search, setSearch] = useState('');
  const { assistants, failed } = props;
  const wanted = search.trim().toLowerCase();
  const shown = assistants?.filter((assistant) => assistant.name.toLowerCase().includes(wanted));
  return (
    <SideList
      label={t('assistants.list')}
      title={t('panes.assistants')}
      actions={
        <>
          {mayCreate && (
            <Tooltip label={t('assistants.create')}>
              <ActionIcon aria-label={t('assistants.create')} onClick={props.onCreate}>
                <IconPlus size={18} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
          {props.headingEnd}
        </>
      }
      search={
        (assistants?.length ?? 0) > searchFrom && {
          label: t('assistants.search'),
          value: search,
          onChange: setSearch,
        }
      }
      failure={failed && { text: t('assistants.loadFailed'), onRetry: props.onRetry }}
      skeleton={
        !assistants &&
        !failed &&
        [0, 1, 2].map((row) => <Skeleton key={row} height={48} mb={4} radius="md" />)
      }
      note={shown?.length === 0 && wanted !== '' && t('assistants.noneMatch')}
    >
      {shown && (
        <Box component="ul" className="plain-list" m={0} p={0}>
          {shown.map((assistant) => (
            <AssistantRow key={assistant.id} assistant={assistant} {...props} />
          ))}
        </Box>
      )}
    </SideList>
  );
}

function AssistantRow(props: Props & { assistant: AssistantSummary }) {
  const { t } = useTranslation('chat');
  const { assistant, chosenId, onChoose, onConfigure, onImprove, onEmbed, onDeleted } = props;
  const { id, name, avatar, description, abilities } = assistant;
  const remove = useApiMutation(deleteAssistant, {
    invalidates: [listAssistants],
    successMessage: 'chat:assistants.deleted',
    handlesError: true,
    onSuccess: () => onDeleted(assistant),
  });
  const askToDelete = () =>
    openConfirmModal({
      title: t('assistants.deleteTitle', { name }),
      text: t('assistants.deleteText'),
      confirmLabel: t('assistants.deleteConfirm'),
      onConfirm: () => remove.mutateAsync({ params: { assistantId: id } }),
    });
  return (
    <SideListRow
      chosen={id === chosenId}
      onChoose={() => onChoose(assistant)}
      menuLabel={t('assistants.menu', { name })}
      menu={
        (abilities.update || abilities.delete) && (
          <>
            {abilities.update && (
              <Menu.Item
                leftSection={<IconSettings size={16} stroke={1.6} />}
                onClick={() => onConfigure(assistant)}
              >
                {t('assistants.configure')}
              </Menu.Item>
            )}
            {abilities.update && (
              <Menu.Item
                leftSection={<IconChartBar size={16} stroke={1.6} />}
                onClick={() => onImprove(assistant)}
              >
                {t('assistants.improve')}
              </Menu.Item>
            )}
            {abilities.update && (
              <Menu.Item
                leftSection={<IconWorldShare size={16} stroke={1.6} />}
                onClick={() => onEmbed(assistant)}
              >
                {t('assistants.embed')}
              </Menu.Item>
            )}
            {abilities.delete && (
              <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={askToDelete}>
                {t('assistants.delete')}
              </Menu.Item>
            )}
          </>
        )
      }
    >
      <InitialAvatar name={name} photo={avatar} size={32} square />
      <Flex component="span" flex={1} direction="column" miw={0}>
        <LongText fw={550}>{name}</LongText>
        {description !== '' && (
          <Text component="span" truncate size="xs" fw={400} c="dimmed">
            {description}
          </Text>
        )}
      </Flex>
    </SideListRow>
  );
}
