import { listRecentConversations } from '@lectern/contract';
import { Box, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import classes from './ask.module.css';

/** The way back into what one asked last; nothing before there is anything. */
export function RecentConversations() {
  const { t } = useTranslation('chat');
  const { data } = useApiQuery(listRecentConversations, { query: { limit: 5 } });
  if (!data || data.items.length === 0) return null;
  return (
    <SectionCard title={t('ask.recent')}>
      <Box component="ul" className="plain-list" m={0} p={0} mx={-8}>
        {data.items.map(({ id, name, assistantId, assistantName, assistantAvatar, updatedAt }) => (
          <li key={id}>
            <Link
              to="/chat"
              search={{ assistant: assistantId, conversation: id }}
              className={classes.conversation}
            >
              <InitialAvatar name={assistantName} photo={assistantAvatar} size={28} square />
              <Box component="span" flex={1} miw={0}>
                <LongText fw={550}>{name}</LongText>
                <LongText c="dimmed" fz="xs">
                  {assistantName}
                </LongText>
              </Box>
              <Text component="span" size="xs" c="dimmed" className="nowrap">
                <FormattedDate at={updatedAt} style="relative" />
              </Text>
            </Link>
          </li>
        ))}
      </Box>
    </SectionCard>
  );
}
