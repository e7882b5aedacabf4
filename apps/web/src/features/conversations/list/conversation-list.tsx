import {
  type AssistantSummary,
  type Conversation,
  deleteConversation,
  getConversation,
  listConversations,
  renameConversation,
} from '@lectern/contract';
import {
  ActionIcon,
  Box,
  Button,
  Flex,
  Menu,
  Skeleton,
  Text,
  TextInput,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDots, IconMessagePlus, IconPencil, IconSearch, IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { LongText } from '../../../ui/data/long-text.tsx';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { NameDialog } from '../../../ui/form/name-dialog.tsx';
import classes from './conversation-list.module.css';
import { groupByDay } from './group-by-day.ts';

const pageStep = 50;
const maxPageSize = 200;

type Props = {
  assistant: AssistantSummary;
  chosenId: string | undefined;
  onChoose: (conversationId: string) => void;
  onNew: () => void;
  onDeleted: (conversationId: string) => void;
  /** Stands at the end of the heading, such as a button that hides the list. */
  headingEnd?: React.ReactNode;
};

export function ConversationList(props: Props) {
  const { t } = useTranslation('chat');
  const { assistant } = props;
  const { timezone } = useMe();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [pageSize, setPageSize] = useState(pageStep);
  const [renamed, setRenamed] = useState<Conversation | null>(null);
  const conversations = useApiQuery(
    listConversations,
    { params: { assistantId: assistant.id }, query: { pageSize, ...(search ? { search } : {}) } },
    { placeholderData: keepPreviousData },
  );
  const items = conversations.data?.items;
  const total = conversations.data?.total ?? 0;

  return (
    <Flex
      component="section"
      direction="column"
      h="100%"
      mih={0}
      aria-label={t('conversations.list', { name: assistant.name })}
    >
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('panes.conversations')}</h2>
        <Tooltip label={t('conversations.new')}>
          <ActionIcon aria-label={t('conversations.new')} onClick={props.onNew}>
            <IconMessagePlus size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        {props.headingEnd}
      </div>
      {(typed !== '' || (items?.length ?? 0) > 0) && (
        <TextInput
          pt={0}
          px={12}
          pb={4}
          size="xs"
          leftSection={<IconSearch size={14} stroke={1.7} />}
          placeholder={t('conversations.search')}
          aria-label={t('conversations.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {conversations.isError && (
        <div className={classes.message} role="alert">
          <Text size="sm">{t('conversations.loadFailed')}</Text>
          <Button size="xs" variant="default" onClick={() => void conversations.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {conversations.isPending && (
        <div className={classes.items} aria-busy="true">
          {[72, 88, 60, 80].map((width) => (
            <Skeleton key={width} height={14} width={`${width}%`} m={10} />
          ))}
        </div>
      )}
      {items?.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.message}>
          {search ? t('conversations.noneMatch') : t('conversations.none')}
        </Text>
      )}
      {items && items.length > 0 && (
        <div className={classes.items}>
          {groupByDay(items, new Date(), timezone).map(({ group, items: members }) => (
            <div key={group}>
              <h3 className={classes.group}>{t(`conversations.groups.${group}`)}</h3>
              <Box component="ul" className="plain-list" m={0} p={0}>
                {members.map((conversation) => (
                  <ConversationRow
                    key={conversation.id}
                    {...props}
                    conversation={conversation}
                    onRename={() => setRenamed(conversation)}
                  />
                ))}
              </Box>
            </div>
          ))}
          {total > items.length && pageSize < maxPageSize && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              fullWidth
              loading={conversations.isFetching}
              onClick={() => setPageSize(Math.min(pageSize + pageStep, maxPageSize))}
            >
              {t('common.more')}
            </Button>
          )}
        </div>
      )}
      <NameDialog
        endpoint={renameConversation}
        params={{ conversationId: renamed?.id ?? '' }}
        invalidates={[listConversations, getConversation]}
        successMessage="chat:conversations.renamed"
        title={t('conversations.renameTitle')}
        initialName={renamed?.name}
        submitLabel={t('conversations.rename')}
        opened={renamed !== null}
        onClose={() => setRenamed(null)}
      />
    </Flex>
  );
}

type RowProps = Props & { conversation: Conversation; onRename: () => void };

function ConversationRow({ conversation, chosenId, onChoose, onRename, onDeleted }: RowProps) {
  const { t } = useTranslation('chat');
  const chosen = conversation.id === chosenId;
  const name = conversation.name || t('conversations.untitled');
  const remove = useApiMutation(deleteConversation, {
    invalidates: [listConversations],
    successMessage: 'chat:conversations.deleted',
    handlesError: true,
    onSuccess: () => onDeleted(conversation.id),
  });
  const askToDelete = () =>
    openConfirmModal({
      title: t('conversations.deleteTitle', { name }),
      text: t('conversations.deleteText'),
      confirmLabel: t('conversations.deleteConfirm'),
      onConfirm: () => remove.mutateAsync({ params: { conversationId: conversation.id } }),
    });
  return (
    <li className={classes.row} data-chosen={chosen || undefined}>
      <UnstyledButton
        className={classes.choose}
        aria-current={chosen ? 'true' : undefined}
        onClick={() => onChoose(conversation.id)}
      >
        <LongText>{name}</LongText>
      </UnstyledButton>
      <Menu>
        <Menu.Target>
          <ActionIcon className={classes.menu} size="sm" aria-label={t('conversations.menu', { name })}>
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onRename}>
            {t('conversations.rename')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={askToDelete}>
            {t('conversations.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
