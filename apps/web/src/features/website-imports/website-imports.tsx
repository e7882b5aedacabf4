import type { KnowledgeBase, WebsiteImport } from '@lectern/contract';
import { Alert, Button, Group, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconRepeat, IconWorld, IconWorldDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { LongText } from '../../ui/data/long-text.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { describeSite } from './describe-site.ts';
import { ImportDetails } from './import-details.tsx';
import { ImportDialog } from './import-dialogs.tsx';
import { ImportProgress, ImportStatus } from './import-progress.tsx';
import { useWebsiteImports } from './use-website-imports.ts';
import classes from './website-imports.module.css';

/** Opens the dialog that begins an import. */
export function ImportWebsiteButton({
  knowledgeBaseId,
  onBegun,
}: {
  knowledgeBaseId: string;
  onBegun: (begun: WebsiteImport) => void;
}) {
  const { t } = useTranslation('websites');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconWorldDownload size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('import')}
      </Button>
      <ImportDialog
        knowledgeBaseId={knowledgeBaseId}
        opened={opened}
        onClose={() => setOpened(false)}
        onBegun={(begun) => {
          setOpened(false);
          onBegun(begun);
        }}
      />
    </>
  );
}

const shownAtFirst = 3;

type WebsiteImportsProps = {
  knowledgeBase: KnowledgeBase;
  /** The import whose pages are shown, as the address says. */
  openedId: string | undefined;
  onOpen: (id: string | undefined) => void;
  linkToDocument: (documentId: string, label: string, icon: ReactNode) => ReactNode;
};

/** The websites of a base: nothing where there are none, since documents are what the screen is about. */
export function WebsiteImports({ knowledgeBase, openedId, onOpen, linkToDocument }: WebsiteImportsProps) {
  const { t } = useTranslation(['websites', 'shell']);
  const { data, error, refetch } = useWebsiteImports(knowledgeBase.id);
  const [all, setAll] = useState(false);
  const items = data?.items ?? [];
  const shown = all ? items : items.slice(0, shownAtFirst);
  const hidden = items.length - shown.length;
  return (
    <>
      {error !== null && data === undefined && (
        <Alert color="red" role="alert" mb="md">
          <Group justify="space-between" gap="xs">
            {describeError(error)}
            <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
              {t('shell:actions.retry')}
            </Button>
          </Group>
        </Alert>
      )}
      {items.length > 0 && (
        <section className={classes.list} aria-labelledby="websites">
          <h2 id="websites" className={classes.heading}>
            {t('title')}
          </h2>
          <ul className={classes.rows}>
            {shown.map((item) => (
              <li key={item.id}>
                <ImportRow item={item} onOpen={() => onOpen(item.id)} />
              </li>
            ))}
          </ul>
          {hidden > 0 && (
            <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setAll(true)}>
              {t('more', { count: hidden })}
            </Button>
          )}
        </section>
      )}
      <ImportDetails
        id={openedId}
        known={items.find(({ id }) => id === openedId)}
        onClose={() => onOpen(undefined)}
        linkToDocument={linkToDocument}
      />
    </>
  );
}

function ImportRow({ item, onOpen }: { item: WebsiteImport; onOpen: () => void }) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  const running = item.status === 'in_progress';
  const site = describeSite(item.url);
  const failed = item.pages.failed ?? 0;
  return (
    <UnstyledButton className={classes.row} onClick={onOpen} aria-label={t('open', { url: site })}>
      <IconWorld size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.site}>
        <LongText className={classes.url}>{site}</LongText>
        <span className={classes.counts}>
          <span>
            {t('documents', { count: item.documentCount, shown: format.number(item.documentCount) })}
          </span>
          {item.error !== null && <span className={classes.fault}>{item.error.message}</span>}
          {failed > 0 && !running && item.error === null && (
            <span>{t('failedPages', { count: failed, shown: format.number(failed) })}</span>
          )}
          {item.nextRunAt !== null && (
            <span className={classes.repeat}>
              <IconRepeat size={13} aria-hidden />
              {t(`schedules.${item.settings.schedule}`)}
            </span>
          )}
        </span>
      </span>
      <span className={classes.state}>
        {running ? (
          <ImportProgress running={item} />
        ) : (
          <>
            <ImportStatus status={item.status} />
            <span className={classes.note}>{format.relative(item.finishedAt ?? item.startedAt)}</span>
          </>
        )}
      </span>
      <IconChevronRight size={16} aria-hidden className={classes.icon} />
    </UnstyledButton>
  );
}
