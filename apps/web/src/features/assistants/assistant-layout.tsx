import { type Assistant, getAssistant } from '@lectern/contract';
import { Box, Skeleton, Text } from '@mantine/core';
import { IconChartBar, IconMessageCheck, IconReportAnalytics, IconWorldShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { InitialAvatar } from '../../ui/display/initial-avatar.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SectionLayout } from '../../ui/layout/section-layout.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';

const sections = [
  { key: 'insights', to: '/assistant/insights', icon: IconChartBar },
  { key: 'curated', to: '/assistant/curated-answers', icon: IconMessageCheck },
  { key: 'evaluation', to: '/assistant/evaluation', icon: IconReportAnalytics },
  { key: 'website', to: '/assistant/website', icon: IconWorldShare },
] as const;

export type AssistantSection = (typeof sections)[number]['key'];

type Props = {
  assistantId: string;
  section: AssistantSection;
  children: (assistant: Assistant) => ReactNode;
};

/** What makes an assistant better, and where visitors meet it. */
export function AssistantLayout({ assistantId, section, children }: Props) {
  const { t } = useTranslation('improve');
  const { data, error, refetch } = useApiQuery(getAssistant, { params: { assistantId } });
  usePageTitle(data ? `${t(`sections.${section}`)} · ${data.name}` : t(`sections.${section}`));
  const mayChange = data?.abilities.update === true;
  return (
    <SectionLayout
      back={{ label: t('back'), link: { to: '/chat', search: { assistant: assistantId } } }}
      label={t('sections.label')}
      sections={sections.map(({ key, to, icon }) => ({
        key,
        icon,
        label: t(`sections.${key}`),
        link: { to, search: { id: assistantId } },
      }))}
      current={section}
      head={
        data ? (
          <>
            <InitialAvatar name={data.name} photo={data.avatar} size={44} square />
            <Box miw={0}>
              <Text fw={600} component="p" m={0}>
                <LongText lines={2}>{data.name}</LongText>
              </Text>
              <Text size="xs" c="dimmed" component="p" m={0}>
                {t('version', { number: data.version })}
              </Text>
            </Box>
          </>
        ) : (
          !error && <Skeleton h={44} />
        )
      }
    >
      {data && mayChange && children(data)}
      {data && !mayChange && <Text c="dimmed">{t('notYours')}</Text>}
      {!data && !error && <SkeletonList rows={6} height={52} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </SectionLayout>
  );
}
