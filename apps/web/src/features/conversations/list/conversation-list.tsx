import {
  type AssistantSummary,
  type ConversationExportFormat,
  conversationExportFormats,
  deleteConversation,
  exportConversation,
  getConversation,
  listConversations,
  pinConversation,
  type ResponseOf,
  renameConversation,
} from '@lectern/contract';
import { ActionIcon, Box, Button, Highlight, Menu, Skeleton, Text, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconDownload,
  IconMessagePlus,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconShare3,
  IconTrash,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile } from '../../../api/client.ts';
import { useMe } from '../../../api/me.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import { saveFile } from '../../../ui/display/save-file.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { notifyFailure } from '../../../ui/feedback/notify.ts';
import { NameDialog } from '../../../ui/form/name-dialog.tsx';
import { SideList, SideListRow } from '../../../ui/layout/side-list.tsx';
import { useShortcut } from '../../../ui/shortcuts.ts';
import { ShareDialog } from '../share/share-dialog.tsx';
import { groupByDay } from './group-by-day.ts';

type Listed = ResponseOf<typeof listConversations>['items'][number];

const pageStep = 50;
const maxPageSize = 200;

type Props = {
  assistant: AssistantSummary;
  chosenId: string | undefined;
  onChoose: (conversationId: string) => void;
  onNew: () => void;
  onDeleted: (conversationId: string) => void;
  /** At the end of the heading, such as a button that hides the list. */
  headingEnd?: React.ReactNode;
};

export function ConversationList(props: Props) {
  const { t } = useTranslation('chat');
  const { assistant } = props;
  const { timezone, impersonation } = useMe();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [pageSize, setPageSize] = useState(pageStep);
  const [renamed, setRenamed] = useState<Listed | null>(null);
  const [shared, setShared] = useState<Listed | null>(null);
  const conversations = useApiQuery(
    listConversations,
    { params: { assistantId: assistant.id }, query: { pageSize, ...(search ? { search } : {}) } },
    { placeholderData: keepPreviousData },
  );
  useShortcut('newConversation', props.onNew);
  const items = conversations.data?.items;
  const total = conversations.data?.total ?? 0;

  return (
    <>
      <SideList
        label={t('conversations.list', { name: assistant.name })}
        title={t('panes.conversations')}
        actions={
          <>
            <Tooltip label={t('conversations.new')}>
              <ActionIcon aria-label={t('conversations.new')} onClick={props.onNew}>
                <IconMessagePlus size={18} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
            {props.headingEnd}
          </>
        }
        search={
          (typed !== '' || (items?.length ?? 0) > 0) && {
            label: t('conversations.search'),
            value: typed,
            onChange: setTyped,
          }
        }
        failure={
          conversations.isError && {
            text: t('conversations.loadFailed'),
            onRetry: () => void conversations.refetch(),
          }
        }
        skeleton={
          conversations.isPending &&
          [72, 88, 60, 80].map((width) => <Skeleton key={width} height={14} width={`${width}%`} m={10} />)
        }
        note={items?.length === 0 && t(search ? 'conversations.noneMatch' : 'conversations.none')}
      >
        {groupByDay(items ?? [], new Date(), timezone).map(({ group, items: members }) => (
          <div key={group}>
            <Text component="h3" m={0} pt={12} px={8} pb={4} size="xs" fw={550} c="dimmed">
              {t(`conversations.groups.${group}`)}
            </Text>
            <Box component="ul" className="plain-list" m={0} p={0}>
              {members.map((conversation) => (
                <ConversationRow
                  key={conversation.id}
                  {...props}
                  conversation={conversation}
                  words={search === '' ? [] : search.split(/\s+/)}
                  onRename={() => setRenamed(conversation)}
                  onShare={impersonation ? undefined : () => setShared(conversation)}
                />
              ))}
            </Box>
          </div>
        ))}
        {items && total > items.length && pageSize < maxPageSize && (
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
      </SideList>
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
      <ShareDialog conversationId={shared?.id ?? null} onClose={() => setShared(null)} />
    </>
  );
}

type RowProps = Props & {
  conversation: Listed;
  words: string[];
  onRename: () => void;
  onShare?: (() => void) | undefined;
};

function ConversationRow(props: RowProps) {
  const { conversation, words, chosenId, onChoose, onRename, onShare, onDeleted } = props;
  const { t } = useTranslation('chat');
  const name = conversation.name || t('conversations.untitled');
  const remove = useApiMutation(deleteConversation, {
    invalidates: [listConversations],
    successMessage: 'chat:conversations.deleted',
    handlesError: true,
    onSuccess: () => onDeleted(conversation.id),
  });
  const pin = useApiMutation(pinConversation, { invalidates: [listConversations] });
  const params = { conversationId: conversation.id };
  const exportAs = (format: ConversationExportFormat) =>
    fetchFile(exportConversation, { params, query: { format } }).then(
      ({ bytes, name: fileName }) => saveFile(bytes, fileName || `${name}.${format}`),
      (error: unknown) => notifyFailure(error),
    );
  const askToDelete = () =>
    openConfirmModal({
      title: t('conversations.deleteTitle', { name }),
      text: t('conversations.deleteText'),
      confirmLabel: t('conversations.deleteConfirm'),
      onConfirm: () => remove.mutateAsync({ params: { conversationId: conversation.id } }),
    });
  return (
    <SideListRow
      chosen={conversation.id === chosenId}
      onChoose={() => onChoose(conversation.id)}
      menuLabel={t('conversations.menu', { name })}
      menu={
        <>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onRename}>
            {t('conversations.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={
              conversation.pinned ? (
                <IconPinnedOff size={16} stroke={1.6} />
              ) : (
                <IconPin size={16} stroke={1.6} />
              )
            }
            onClick={() => pin.mutate({ params, body: { pinned: !conversation.pinned } })}
          >
            {t(conversation.pinned ? 'conversations.unpin' : 'conversations.pin')}
          </Menu.Item>
          {onShare && (
            <Menu.Item leftSection={<IconShare3 size={16} stroke={1.6} />} onClick={onShare}>
              {t('conversations.share')}
            </Menu.Item>
          )}
          {conversationExportFormats.map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload size={16} stroke={1.6} />}
              onClick={() => void exportAs(format)}
            >
              {t(`conversations.exportAs.${format}`)}
            </Menu.Item>
          ))}
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={askToDelete}>
            {t('conversations.delete')}
          </Menu.Item>
        </>
      }
    >
      <Box component="span" flex={1} miw={0}>
        <LongText>{name}</LongText>
        {conversation.match && (
          <Highlight
            component="span"
            display="block"
            highlight={words}
            size="xs"
            c="dimmed"
            fw={400}
            lineClamp={2}
          >
            {conversation.match.text}
          </Highlight>
        )}
      </Box>
    </SideListRow>
  );
}
