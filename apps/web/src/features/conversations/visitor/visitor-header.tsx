import { listVisitorConversations, type Visit } from '@lectern/contract';
import { ActionIcon, Box, Menu, Text, Tooltip } from '@mantine/core';
import { IconHistory, IconMessagePlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './visitor.module.css';

type Props = {
  widget: Visit['widget'];
  conversationId: string | undefined;
  /** Undefined: a new conversation. */
  onChoose: (conversationId: string | undefined) => void;
  /** Absent where there is no window to close. */
  onClose?: () => void;
};

export function VisitorHeader({ widget, conversationId, onChoose, onClose }: Props) {
  const { t } = useTranslation('visitor');
  const format = useFormat();
  const { data } = useApiQuery(listVisitorConversations, {});
  const conversations = data?.items ?? [];
  return (
    <header className={classes.head}>
      <InitialAvatar name={widget.title} photo={widget.assistantAvatar} size={32} square />
      <h1 className={classes.title}>
        <LongText>{widget.title}</LongText>
      </h1>
      {conversations.length > 0 && (
        <Menu width={280} position="bottom-end">
          <Menu.Target>
            <Tooltip label={t('history')}>
              <ActionIcon size={36} aria-label={t('history')}>
                <IconHistory size={19} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
            {conversations.map(({ id, name, updatedAt }) => (
              <Menu.Item
                key={id}
                aria-current={id === conversationId || undefined}
                onClick={() => onChoose(id)}
              >
                <Box miw={0}>
                  <LongText>{name}</LongText>
                  <Text size="xs" c="dimmed">
                    {format.dateTime(updatedAt)}
                  </Text>
                </Box>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {conversationId !== undefined && (
        <Tooltip label={t('newConversation')}>
          <ActionIcon size={36} aria-label={t('newConversation')} onClick={() => onChoose(undefined)}>
            <IconMessagePlus size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {onClose && (
        <ActionIcon size={36} aria-label={t('close')} onClick={onClose}>
          <IconX size={19} stroke={1.8} />
        </ActionIcon>
      )}
    </header>
  );
}
