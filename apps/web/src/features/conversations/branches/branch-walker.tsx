import { getConversation, showBranch } from '@lectern/contract';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQueryOptions, useApiMutation } from '../../../api/queries.ts';
import { offWithFocus } from '../../../ui/form/without-losing-focus.ts';

type Props = {
  conversationId: string;
  messageId: string;
  /** All versions of the message, in the order in which they were written. */
  versionIds: string[];
  disabled: boolean;
};

/** Which button of which version was led to: its walker stands in another message, and goes on where the last one ended. */
let ledTo: { messageId: string; by: -1 | 1 } | undefined;

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
  const buttons = { [-1]: useRef<HTMLButtonElement>(null), 1: useRef<HTMLButtonElement>(null) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where it appears.
  useEffect(() => {
    if (ledTo?.messageId !== messageId) return;
    buttons[ledTo.by].current?.focus({ preventScroll: true });
    ledTo = undefined;
  }, [messageId]);
  const at = versionIds.indexOf(messageId);
  const place = { number: at + 1, count: versionIds.length };
  const step = (by: -1 | 1, label: string, Shape: typeof IconChevronLeft) => {
    const target = versionIds[at + by];
    const isOff = disabled || show.isPending || target === undefined;
    return (
      <ActionIcon
        ref={buttons[by]}
        size="sm"
        aria-label={label}
        {...offWithFocus(isOff)}
        bg={isOff ? 'transparent' : undefined}
        onClick={() => {
          if (isOff) return;
          ledTo = { messageId: target, by };
          show.mutate({ params: { conversationId }, body: { messageId: target } });
        }}
      >
        <Shape size={14} stroke={1.8} />
      </ActionIcon>
    );
  };
  return (
    <Group component="span" gap={2} wrap="nowrap" role="group" aria-label={t('branches.versions')}>
      {step(-1, t('branches.previous'), IconChevronLeft)}
      <Text component="span" size="xs" c="dimmed" className="numeric" aria-label={t('branches.place', place)}>
        {place.number}/{place.count}
      </Text>
      {step(1, t('branches.next'), IconChevronRight)}
    </Group>
  );
}
