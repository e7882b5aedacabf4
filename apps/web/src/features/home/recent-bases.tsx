import { type KnowledgeBase, listKnowledgeBases } from '@lectern/contract';
import { Box, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { InitialAvatar } from '../../ui/display/initial-avatar.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { TextLink } from '../../ui/link.tsx';
import classes from './home.module.css';

const shown = 4;

/** The newest knowledge bases; nothing before there is one, since the next steps say it then. */
export function RecentBases() {
  const { t } = useTranslation('account');
  const bases = useApiQuery(listKnowledgeBases, { query: { pageSize: 50 } });
  if (!bases.data || bases.data.total === 0) return null;
  return (
    <SectionCard
      title={t('home.bases')}
      action={
        bases.data.total > shown ? <TextLink to="/knowledge">{t('home.allBases')}</TextLink> : undefined
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {bases.data.items.slice(0, shown).map((base) => (
          <BaseLink key={base.id} base={base} />
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}

function BaseLink({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  return (
    <Link to="/knowledge/dataset" search={{ id: base.id }} className={classes.item}>
      <InitialAvatar name={base.name} photo={base.photo} size={36} square />
      <Box component="span" miw={0}>
        <LongText fw={600}>{base.name}</LongText>
        <Box component="span" c="dimmed" fz="sm">
          {t('home.documents', { count: base.documentCount, number: format.number(base.documentCount) })}
        </Box>
      </Box>
    </Link>
  );
}
