import type { KnowledgeBase } from '@lectern/contract';
import { Box, Flex, Skeleton, Text } from '@mantine/core';
import {
  IconArrowLeft,
  IconFiles,
  IconReportAnalytics,
  IconSettings,
  IconSitemap,
  IconTargetArrow,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InitialAvatar } from '../../ui/display/initial-avatar.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { TextLink } from '../../ui/link.tsx';
import classes from './knowledge-base-layout.module.css';
import { useKnowledgeBase } from './use-knowledge-bases.ts';

const sections = [
  { key: 'dataset', to: '/knowledge/dataset', icon: IconFiles },
  { key: 'testing', to: '/knowledge/testing', icon: IconTargetArrow },
  { key: 'evaluation', to: '/knowledge/evaluation', icon: IconReportAnalytics },
  { key: 'graph', to: '/knowledge/graph', icon: IconSitemap },
  { key: 'configuration', to: '/knowledge/configuration', icon: IconSettings },
] as const;

export type Section = (typeof sections)[number]['key'];

type KnowledgeBaseLayoutProps = {
  knowledgeBaseId: string;
  section: Section;
  children: (knowledgeBase: KnowledgeBase) => ReactNode;
  /** Stays while one moves between the sections. */
  floating?: ReactNode;
};

/** One knowledge base: its name and counts, its sections as a side menu (tabs on a phone), and the section. */
export function KnowledgeBaseLayout({
  knowledgeBaseId,
  section,
  children,
  floating,
}: KnowledgeBaseLayoutProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const { data, error, refetch } = useKnowledgeBase(knowledgeBaseId);
  usePageTitle(data ? `${t(`sections.${section}`)} · ${data.name}` : t(`sections.${section}`));

  return (
    <div className={classes.scroller}>
      <div className={classes.layout}>
        <div className={classes.side}>
          <TextLink to="/knowledge" c="dimmed" size="sm" className={classes.back}>
            <IconArrowLeft size={15} aria-hidden />
            {t('list.title')}
          </TextLink>
          <Flex align="center" gap={12} miw={0}>
            {data ? (
              <>
                <InitialAvatar name={data.name} photo={data.photo} size={44} square />
                <Box miw={0}>
                  <Text fw={600} component="p" m={0}>
                    <LongText lines={2}>{data.name}</LongText>
                  </Text>
                  <Text size="xs" c="dimmed" component="p" m={0} className="numeric">
                    {t('list.documentCount', {
                      count: data.documentCount,
                      shown: format.number(data.documentCount),
                    })}
                    {' · '}
                    {t('list.chunkCount', { count: data.chunkCount, shown: format.number(data.chunkCount) })}
                  </Text>
                </Box>
              </>
            ) : (
              !error && <Skeleton h={44} />
            )}
          </Flex>
          <nav aria-label={t('sections.label')} className={classes.nav}>
            {sections.map(({ key, to, icon: Icon }) => (
              <Link
                key={key}
                to={to}
                search={{ id: knowledgeBaseId }}
                className={classes.link}
                aria-current={key === section ? 'page' : undefined}
              >
                <Icon size={18} stroke={1.6} aria-hidden />
                {t(`sections.${key}`)}
              </Link>
            ))}
          </nav>
        </div>
        <Box miw={0}>
          {data && children(data)}
          {!data && !error && <SkeletonList rows={7} height={52} />}
          {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        </Box>
        {floating}
      </div>
    </div>
  );
}
