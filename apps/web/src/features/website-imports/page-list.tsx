import {
  type WebsiteImport,
  type WebsitePage,
  type WebsitePageState,
  websitePageStates,
} from '@lectern/contract';
import { ActionIcon, Box, Chip, Group, Stack, Tooltip } from '@mantine/core';
import { IconBrowser, IconExternalLink, IconFileText, IconWorldSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { describePath, describeSite } from './describe-site.ts';
import { usePageText } from './use-page-text.ts';
import { useWebsitePages } from './use-website-imports.ts';
import classes from './website-imports.module.css';

const pageSize = 50;
const everything = 'all';

type PageListProps = {
  shown: WebsiteImport;
  linkToDocument: (documentId: string, label: string, icon: ReactNode) => ReactNode;
};

const tones: Partial<Record<WebsitePage['state'], Tone>> = {
  imported: 'success',
  updated: 'success',
  failed: 'danger',
  vanished: 'warning',
};

/** The pages of an import with what came of each, by state and by words. */
export function PageList({ shown, linkToDocument }: PageListProps) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  const [state, setState] = useState<WebsitePageState>();
  const [search, setSearch] = useState<string>();
  const [page, setPage] = useState(1);
  const query = useWebsitePages(shown.id, { state, search, page, pageSize }, shown.status === 'in_progress');
  const states = websitePageStates.filter((each) => (shown.pages[each] ?? 0) > 0 || each === state);
  const total = Object.values(shown.pages).reduce((sum, n) => sum + n, 0);
  return (
    <section aria-label={t('pages.title')}>
      {total > 0 && (
        <Stack gap={12} mb={12}>
          <Chip.Group
            value={state ?? everything}
            onChange={(value) => {
              setState(websitePageStates.find((each) => each === value));
              setPage(1);
            }}
          >
            <Group gap={6} role="radiogroup" aria-label={t('pages.filter')}>
              <Chip value={everything} size="xs">
                {t('pages.all')} <span className="numeric">{format.number(total)}</span>
              </Chip>
              {states.map((each) => (
                <Chip key={each} value={each} size="xs">
                  {t(`states.${each}`)}{' '}
                  <span className="numeric">{format.number(shown.pages[each] ?? 0)}</span>
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <SearchInput
            label={t('pages.search')}
            value={search}
            onChange={(text) => {
              setSearch(text);
              setPage(1);
            }}
            maw={320}
          />
        </Stack>
      )}
      <QueryBoundary query={query} skeleton={<SkeletonList rows={6} height={52} />}>
        {(found) =>
          found.items.length === 0 ? (
            <EmptyState
              icon={IconWorldSearch}
              headingOrder={3}
              title={t(total === 0 ? 'pages.none' : 'pages.noneFound')}
              text={t(total === 0 ? 'pages.noneText' : 'pages.noneFoundText')}
            />
          ) : (
            <PageTable
              pages={found.items}
              linkToDocument={linkToDocument}
              paging={{ page, pageSize, total: found.total, onPage: setPage }}
            />
          )
        }
      </QueryBoundary>
    </section>
  );
}

type PageTableProps = {
  pages: readonly WebsitePage[];
  linkToDocument: PageListProps['linkToDocument'];
  paging: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

function PageTable({ pages, linkToDocument, paging }: PageTableProps) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  const columns: Column<WebsitePage>[] = [
    {
      key: 'page',
      header: t('pages.page'),
      card: 'title',
      render: ({ title, url }) => (
        <span className={classes.page}>
          <LongText fw={550}>{title || describePath(url)}</LongText>
          {title !== '' && (
            <LongText c="dimmed" fz="xs">
              {describePath(url)}
            </LongText>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      header: t('pages.state'),
      width: '34%',
      render: (each) => <PageState page={each} />,
    },
    {
      key: 'visited',
      header: t('pages.visited'),
      width: 116,
      render: ({ visitedAt }) => (
        <Box component="span" c="dimmed" fz="xs">
          {visitedAt === null ? '–' : format.relative(visitedAt)}
        </Box>
      ),
    },
    {
      key: 'actions',
      header: t('pages.actions'),
      width: 92,
      align: 'right',
      card: 'actions',
      render: (each) => <PageLinks page={each} linkToDocument={linkToDocument} />,
    },
  ];
  return (
    <div className={classes.table}>
      <DataTable
        fixed
        columns={columns}
        rows={pages}
        rowKey={({ id }) => id}
        rowLabel={({ title, url }) => title || url}
        label={t('pages.title')}
        paging={paging}
      />
    </div>
  );
}

function PageState({ page }: { page: WebsitePage }) {
  const { t } = useTranslation('websites');
  const reason = usePageText().page(page);
  return (
    <Stack component="span" gap={3} miw={0}>
      <StatusBadge tone={tones[page.state]}>
        {t(`states.${page.state}`)}
        {page.rendered && (
          <Tooltip label={t('pages.rendered')}>
            <IconBrowser size={13} aria-label={t('pages.rendered')} role="img" />
          </Tooltip>
        )}
      </StatusBadge>
      {reason !== undefined && (
        <Box component="span" className="break-anywhere" c="dimmed" fz="xs" lh={1.35}>
          {reason}
        </Box>
      )}
    </Stack>
  );
}

function PageLinks({ page, linkToDocument }: { page: WebsitePage } & Pick<PageListProps, 'linkToDocument'>) {
  const { t } = useTranslation('websites');
  const name = page.title || describeSite(page.url);
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {page.documentId !== null &&
        linkToDocument(
          page.documentId,
          t('pages.openDocument', { name }),
          <IconFileText size={17} stroke={1.6} aria-hidden />,
        )}
      <Tooltip label={describeSite(page.url)}>
        <ActionIcon
          component="a"
          href={page.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label={t('pages.openPage', { url: describeSite(page.url) })}
        >
          <IconExternalLink size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
