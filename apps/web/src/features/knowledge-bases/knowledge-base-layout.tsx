import type { KnowledgeBase } from '@lectern/contract';
import { Box, Skeleton, Text } from '@mantine/core';
import {
  IconBook2,
  IconFiles,
  IconReportAnalytics,
  IconSettings,
  IconSitemap,
  IconTargetArrow,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InitialAvatar } from '../../ui/display/initial-avatar.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionLayout } from '../../ui/layout/section-layout.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';
import { useKnowledgeBase } from './use-knowledge-bases.ts';

const sections = [
  { key: 'dataset', to: '/knowledge/dataset', icon: IconFiles },
  { key: 'testing', to: '/knowledge/testing', icon: IconTargetArrow },
  { key: 'evaluation', to: '/knowledge/evaluation', icon: IconReportAnalytics },
  { key: 'graph', to: '/knowledge/graph', icon: IconSitemap },
  { key: 'guide', to: '/knowledge/guide', icon: IconBook2 },
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
    <SectionLayout
      back={{ label: t('list.title'), link: { to: '/knowledge' } }}
      label={t('sections.label')}
      sections={sections.map(({ key, to, icon }) => ({
        key,
        icon,
        label: t(`sections.${key}`),
        link: { to, search: { id: knowledgeBaseId } },
      }))}
      current={section}
      floating={floating}
      head={
        data ? (
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
        )
      }
    >
      {data && children(data)}
      {!data && !error && <SkeletonList rows={7} height={52} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </SectionLayout>
  );
}
