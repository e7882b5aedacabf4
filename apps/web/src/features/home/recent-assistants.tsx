import type { AssistantSummary } from '@lectern/contract';
import { Box, SimpleGrid } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAssistants } from '../../api/assistants.ts';
import { usePermission } from '../../api/me.ts';
import { InitialAvatar } from '../../ui/display/initial-avatar.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import classes from './home.module.css';

const shown = 6;

/** The assistants one may ask; who may make some sees nothing here before there is one. */
export function RecentAssistants() {
  const { t } = useTranslation('account');
  const mayCreate = usePermission('CreateChat');
  const assistants = useAssistants();
  if (assistants.data?.items.length === 0 && mayCreate) return null;
  return (
    <SectionCard title={t('home.assistants')}>
      <QueryBoundary query={assistants} skeleton={<SkeletonList rows={2} height={64} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={IconMessages}
              headingOrder={3}
              title={t('home.noAssistants')}
              text={t('home.noAssistantsText')}
            />
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {items.slice(0, shown).map((assistant) => (
                <AssistantLink key={assistant.id} assistant={assistant} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryBoundary>
    </SectionCard>
  );
}

function AssistantLink({ assistant }: { assistant: AssistantSummary }) {
  return (
    <Link to="/chat" search={{ assistant: assistant.id }} className={classes.item}>
      <InitialAvatar name={assistant.name} photo={assistant.avatar} size={36} square />
      <Box component="span" miw={0}>
        <LongText fw={600}>{assistant.name}</LongText>
        {assistant.description !== '' && (
          <LongText c="dimmed" fz="sm">
            {assistant.description}
          </LongText>
        )}
      </Box>
    </Link>
  );
}
