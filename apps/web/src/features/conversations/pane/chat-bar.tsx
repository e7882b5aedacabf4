import { type AssistantSummary, type Citation, getConversation } from '@lectern/contract';
import { ActionIcon, Box, Flex, Switch, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconChartBar,
  IconColumns3,
  IconLayoutSidebar,
  IconMenu2,
  IconMessagePlus,
  IconMessages,
  IconSettings,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { CompareDialog } from '../compare/compare-dialog.tsx';
import { ShareButton } from '../share/share-button.tsx';
import classes from './chat-bar.module.css';
import type { DraftChoice } from './use-draft-choice.ts';

type Props = {
  assistant: AssistantSummary;
  conversationId: string | undefined;
  draft: DraftChoice;
  /** Each absent where it would do nothing. */
  onShowLists?: () => void;
  onShowAssistants?: () => void;
  onShowConversations?: () => void;
  onConfigure?: () => void;
  /** The comparison that the address of the page holds. */
  comparison: string | undefined;
  onComparison: (comparison: string | undefined) => void;
  onAsked: (conversationId: string) => void;
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
  onImprove?: () => void;
  onNew?: () => void;
};

/** Who is talked to and about what, and the ways to the lists. */
export function ChatBar(props: Props) {
  const { t } = useTranslation('chat');
  const { assistant, conversationId } = props;
  const conversation = useApiQuery(
    getConversation,
    { params: { conversationId: conversationId ?? '' } },
    { enabled: conversationId !== undefined },
  );
  return (
    <div className={classes.bar}>
      <BarButton icon={IconMenu2} label={t('panes.showLists')} onClick={props.onShowLists} />
      <BarButton
        icon={IconLayoutSidebar}
        label={t('panes.showAssistants')}
        onClick={props.onShowAssistants}
      />
      <BarButton
        icon={IconMessages}
        label={t('panes.showConversations')}
        onClick={props.onShowConversations}
      />
      <Flex flex={1} align="center" gap={10} miw={0} px={6}>
        <InitialAvatar name={assistant.name} photo={assistant.avatar} size={28} square />
        <Box flex={1} miw={0}>
          <h1 className={classes.name}>
            <LongText>{assistant.name}</LongText>
          </h1>
          {conversation.data && (
            <LongText c="dimmed" fz="xs" lh={1.35}>
              {conversation.data.name || t('conversations.untitled')}
            </LongText>
          )}
        </Box>
      </Flex>
      {props.draft.offered && (
        <Tooltip label={t('versions.tryText')}>
          <Box mx={6}>
            <Switch
              size="sm"
              label={t('versions.draft')}
              checked={props.draft.on}
              onChange={(event) => props.draft.set(event.currentTarget.checked)}
            />
          </Box>
        </Tooltip>
      )}
      {conversation.data && conversation.data.messages.length > 0 && (
        <ShareButton conversationId={conversation.data.id} />
      )}
      <BarButton
        icon={IconMessagePlus}
        label={t('conversations.new')}
        onClick={conversationId === undefined ? undefined : props.onNew}
      />
      <BarButton icon={IconChartBar} label={t('assistants.improve')} onClick={props.onImprove} />
      {assistant.abilities.update && assistant.flow === null && <Compare {...props} />}
      <BarButton icon={IconSettings} label={t('assistants.configure')} onClick={props.onConfigure} />
    </div>
  );
}

/** For those who may change the assistant: they choose its model. */
function Compare(props: Props) {
  const { assistant, conversationId, draft, comparison, onAsked, onOpenCitation } = props;
  const { t } = useTranslation('share');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <BarButton icon={IconColumns3} label={t('compare.title')} onClick={() => setOpened(true)} />
      <CompareDialog
        opened={opened || comparison !== undefined}
        address={comparison}
        onAddress={props.onComparison}
        assistant={assistant}
        conversationId={conversationId}
        usesDraft={draft.on}
        onClose={() => setOpened(false)}
        onAsked={onAsked}
        onOpenCitation={onOpenCitation}
      />
    </>
  );
}

function BarButton({ icon: Shape, label, onClick }: { icon: Icon; label: string; onClick?: () => void }) {
  if (!onClick) return null;
  return (
    <Tooltip label={label}>
      <ActionIcon size={36} aria-label={label} onClick={onClick}>
        <Shape size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
