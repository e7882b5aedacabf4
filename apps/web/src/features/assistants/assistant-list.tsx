import { type AssistantSummary, deleteAssistant, listAssistants } from '@lectern/contract';
import {
  ActionIcon,
  Button,
  Flex,
  Menu,
  Skeleton,
  Text,
  TextInput,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { IconDots, IconPlus, IconSearch, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { InitialAvatar } from '../../ui/data/initial-avatar.tsx';
import { LongText } from '../../ui/data/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import classes from './assistant-list.module.css';

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
  onDeleted: (assistant: AssistantSummary) => void;
  /** Stands at the end of the heading, such as a button that hides the list. */
  headingEnd?: React.ReactNode;
};

export function AssistantList(props: Props) {
  const { t } = useTranslation('chat');
  const mayCreate = usePermission('CreateChat');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = props.assistants?.filter((assistant) => assistant.name.toLowerCase().includes(wanted));
  return (
    <Flex component="section" direction="column" h="100%" mih={0} aria-label={t('assistants.list')}>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('panes.assistants')}</h2>
        {mayCreate && (
          <Tooltip label={t('assistants.create')}>
            <ActionIcon aria-label={t('assistants.create')} onClick={props.onCreate}>
              <IconPlus size={18} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        {props.headingEnd}
      </div>
      {(props.assistants?.length ?? 0) > searchFrom && (
        <TextInput
          pt={0}
          px={12}
          pb={8}
          size="xs"
          leftSection={<IconSearch size={14} stroke={1.7} />}
          placeholder={t('assistants.search')}
          aria-label={t('assistants.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {props.failed && (
        <div className={classes.message} role="alert">
          <Text size="sm">{t('assistants.loadFailed')}</Text>
          <Button size="xs" variant="default" onClick={props.onRetry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {!props.assistants && !props.failed && (
        <div className={classes.items} aria-busy="true">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={48} mb={4} radius="md" />
          ))}
        </div>
      )}
      {shown && (
        <ul className={classes.items}>
          {shown.map((assistant) => (
            <AssistantRow key={assistant.id} assistant={assistant} {...props} />
          ))}
        </ul>
      )}
      {shown?.length === 0 && wanted !== '' && (
        <Text size="sm" c="dimmed" className={classes.message}>
          {t('assistants.noneMatch')}
        </Text>
      )}
    </Flex>
  );
}

function AssistantRow(props: Props & { assistant: AssistantSummary }) {
  const { assistant, chosenId, onChoose } = props;
  const { update, delete: mayDelete } = assistant.abilities;
  const chosen = assistant.id === chosenId;
  return (
    <li className={classes.row} data-chosen={chosen || undefined}>
      <UnstyledButton
        className={classes.choose}
        aria-current={chosen ? 'true' : undefined}
        onClick={() => onChoose(assistant)}
      >
        <InitialAvatar name={assistant.name} photo={assistant.avatar} size={32} square />
        <Flex component="span" flex={1} direction="column" miw={0}>
          <LongText className={classes.name}>{assistant.name}</LongText>
          {assistant.description !== '' && (
            <span className={classes.description}>{assistant.description}</span>
          )}
        </Flex>
      </UnstyledButton>
      {(update || mayDelete) && <RowMenu {...props} />}
    </li>
  );
}

function RowMenu({ assistant, onConfigure, onDeleted }: Props & { assistant: AssistantSummary }) {
  const { t } = useTranslation('chat');
  const remove = useApiMutation(deleteAssistant, {
    invalidates: [listAssistants],
    successMessage: 'chat:assistants.deleted',
    handlesError: true,
    onSuccess: () => onDeleted(assistant),
  });
  const askToDelete = () =>
    openConfirmModal({
      title: t('assistants.deleteTitle', { name: assistant.name }),
      text: t('assistants.deleteText'),
      confirmLabel: t('assistants.deleteConfirm'),
      onConfirm: () => remove.mutateAsync({ params: { assistantId: assistant.id } }),
    });
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon className={classes.menu} aria-label={t('assistants.menu', { name: assistant.name })}>
          <IconDots size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {assistant.abilities.update && (
          <Menu.Item
            leftSection={<IconSettings size={16} stroke={1.6} />}
            onClick={() => onConfigure(assistant)}
          >
            {t('assistants.configure')}
          </Menu.Item>
        )}
        {assistant.abilities.delete && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={askToDelete}>
            {t('assistants.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
