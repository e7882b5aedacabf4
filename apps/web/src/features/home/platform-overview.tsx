import { getPlatformOverview, getSystemStatus, type ResponseOf } from '@lectern/contract';
import { Box, SimpleGrid, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { LimitBar } from '../../ui/feedback/limit-bar.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonCards } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { TextLink } from '../../ui/link.tsx';
import classes from './home.module.css';

type Overview = ResponseOf<typeof getPlatformOverview>;
type Note = { text: string; bad?: boolean } | false;

/** What an administrator looks at first: how large the platform is, what fails, and who nears a limit. */
export function PlatformOverview() {
  const overview = useApiQuery(getPlatformOverview, {}, { refetchInterval: 60_000 });
  return (
    <QueryBoundary query={overview} skeleton={<SkeletonCards cards={4} height={104} />}>
      {(data) => (
        <>
          <Figures overview={data} />
          <Box mb="lg">
            <CompaniesAtLimits limits={data.limits} />
          </Box>
        </>
      )}
    </QueryBoundary>
  );
}

function Figures({
  overview: { companies, accounts, requestsThisMonth, mails, jobs },
}: {
  overview: Overview;
}) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const text = (key: 'disabled' | 'newCompanies' | 'queued' | 'active' | 'waiting', number: number): Note =>
    number > 0 && { text: t(`overview.${key}`, { number: format.number(number) }) };
  const failed = (key: 'failedJobs' | 'failedMails', number: number): Note =>
    number > 0 && { text: t(`overview.${key}`, { number: format.number(number) }), bad: true };
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: 'xs', sm: 'md' }} mb="lg">
      <Figure
        to="/user-setting/lectern_admin"
        label={t('overview.companies')}
        value={format.number(companies.total)}
        notes={[text('newCompanies', companies.newThisMonth), text('disabled', companies.disabled)]}
      />
      <Figure
        to="/user-setting/admin_createuser"
        label={t('overview.accounts')}
        value={format.number(accounts)}
        notes={[]}
      />
      <Figure
        to="/user-setting/admin_requests"
        label={t('overview.questions')}
        value={format.number(requestsThisMonth)}
        notes={[]}
      />
      <Figure
        to="/user-setting/system"
        search={{ tab: 'mail' }}
        label={t('overview.mails')}
        value={
          mails.failed + mails.waiting === 0
            ? t('overview.allSent')
            : format.number(mails.failed + mails.waiting)
        }
        notes={[failed('failedMails', mails.failed), text('waiting', mails.waiting)]}
      />
      <Figure
        to="/user-setting/system"
        label={t('overview.jobs')}
        value={
          jobs.queued + jobs.active === 0 ? t('overview.idle') : format.number(jobs.queued + jobs.active)
        }
        notes={[failed('failedJobs', jobs.failed), text('active', jobs.active), text('queued', jobs.queued)]}
      />
      <Health />
    </SimpleGrid>
  );
}

function Health() {
  const { t } = useTranslation(['account', 'shell']);
  const { data } = useApiQuery(getSystemStatus, {}, { refetchInterval: 60_000 });
  const failing = data?.parts.filter(({ ok, kind }) => !ok && kind !== 'none') ?? [];
  const parts = failing.map(({ id }) => t(`shell:system.parts.${id}`)).join(', ');
  return (
    <Figure
      to="/user-setting/system"
      label={t('overview.health')}
      value={
        data === undefined
          ? '–'
          : failing.length === 0
            ? t('overview.healthy')
            : t('overview.failing', { parts })
      }
      bad={failing.length > 0}
      good={data !== undefined && failing.length === 0}
      notes={data === undefined ? [] : [{ text: `Lectern ${data.version}` }]}
    />
  );
}

type FigureProps = {
  to:
    | '/user-setting/lectern_admin'
    | '/user-setting/admin_createuser'
    | '/user-setting/admin_requests'
    | '/user-setting/system';
  search?: { tab: 'mail' };
  label: string;
  value: string;
  notes: Note[];
  bad?: boolean;
  good?: boolean;
};

/** A figure that leads to the screen behind it. */
function Figure({ to, search, label, value, notes, bad, good }: FigureProps) {
  const shown = notes.filter((note) => note !== false);
  const isBad = bad || shown.some((note) => note.bad);
  return (
    <Link to={to} search={search} className={classes.figure} data-bad={isBad || undefined}>
      <Text component="span" size="sm" c="dimmed">
        {label}
      </Text>
      <span className={classes.figureValue}>
        {isBad && <IconAlertTriangle size={18} aria-hidden />}
        {good && <IconCircleCheck size={18} color="var(--success)" aria-hidden />}
        {value}
      </span>
      <Text component="span" size="xs" c="dimmed" mih="1.4em">
        {shown.map(({ text }) => text).join(' · ')}
      </Text>
    </Link>
  );
}

function CompaniesAtLimits({ limits }: { limits: Overview['limits'] }) {
  const { t } = useTranslation(['account', 'shell']);
  return (
    <SectionCard
      title={t('overview.attention')}
      action={<TextLink to="/user-setting/lectern_packages">{t('shell:settings.packages')}</TextLink>}
    >
      {limits.length === 0 ? (
        <Text c="dimmed">{t('overview.attentionNone')}</Text>
      ) : (
        <SimpleGrid component="ul" className="plain-list" cols={{ base: 1, sm: 2 }} spacing="lg" m={0} p={0}>
          {limits.map((limit) => (
            <li key={`${limit.companyId} ${limit.quota}`}>
              <Box fw={550} mb={2}>
                <Link
                  to="/user-setting/lectern_admin"
                  search={{ search: limit.companyName }}
                  className={classes.company}
                >
                  <LongText>{limit.companyName}</LongText>
                </Link>
              </Box>
              <LimitBar limit={limit} />
            </li>
          ))}
        </SimpleGrid>
      )}
    </SectionCard>
  );
}
