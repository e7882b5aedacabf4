import { getConversation, showBranch } from '@lectern/contract';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQueryOptions, useApiMutation } from '../../../api/queries.ts';

type Props = {
  conversationId: string;
  messageId: string;
  /** All versions of the message, in the order in which they were written. */
  versionIds: string[];
  disabled: boolean;
};

/** Walks through the versions of a message, each with the branch that follows it: ‹ 2/3 ›. */
export function BranchWalker({ conversationId, messageId, versionIds, disabled }: Props) {
  const { t } = useTranslation('chat');
  const client = useQueryClient();
  const show = useApiMutation(showBranch, {
    onSuccess: (shown) => {
      const { queryKey } = apiQueryOptions(getConversation, { params: { conversationId } });
      client.setQueryData(queryKey, shown);
    },
  });
  const at = versionIds.indexOf(messageId);
  const place = { number: at + 1, count: versionIds.length };
  const step = (to: number, label: string, Shape: typeof IconChevronLeft) => {
    const target = versionIds[to];
    const isOff = disabled || show.isPending || target === undefined;
    return (
      <ActionIcon
        size="sm"
        aria-label={label}
        disabled={isOff}
        bg={isOff ? 'transparent' : undefined}
        onClick={() => target && show.mutate({ params: { conversationId }, body: { messageId: target } })}
      >
        <Shape size={14} stroke={1.8} />
      </ActionIcon>
    );
  };
  return (
    <Group component="span" gap={2} wrap="nowrap" role="group" aria-label={t('branches.versions')}>
      {step(at - 1, t('branches.previous'), IconChevronLeft)}
      <Text component="span" size="xs" c="dimmed" className="numeric" aria-label={t('branches.place', place)}>
        {place.number}/{place.count}
      </Text>
      {step(at + 1, t('branches.next'), IconChevronRight)}
    </Group>
  );
}
