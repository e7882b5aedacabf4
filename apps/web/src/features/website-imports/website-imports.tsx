import type { KnowledgeBase, WebsiteImport } from '@lectern/contract';
import { Box, Button, Flex, Group, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconRepeat, IconWorld, IconWorldDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
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
        <FormError mb="md">
          <Group justify="space-between" gap="xs">
            {describeError(error)}
            <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
              {t('shell:actions.retry')}
            </Button>
          </Group>
        </FormError>
      )}
      {items.length > 0 && (
        <Box component="section" mb={24} aria-labelledby="websites">
          <Box component="h2" id="websites" mt={0} mx={0} mb={8} fz="sm" fw={600}>
            {t('title')}
          </Box>
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
        </Box>
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
      <IconWorld size={20} stroke={1.5} aria-hidden color="var(--ink-muted)" />
      <span className={classes.site}>
        <LongText fw={550}>{site}</LongText>
        <Flex component="span" wrap="wrap" rowGap={0} columnGap={12} c="dimmed" fz="xs">
          <span>
            {t('documents', { count: item.documentCount, shown: format.number(item.documentCount) })}
          </span>
          {item.error !== null && (
            <Box component="span" c="var(--danger)">
              {item.error.message}
            </Box>
          )}
          {failed > 0 && !running && item.error === null && (
            <span>{t('failedPages', { count: failed, shown: format.number(failed) })}</span>
          )}
          {item.nextRunAt !== null && (
            <span className={classes.repeat}>
              <IconRepeat size={13} aria-hidden />
              {t(`schedules.${item.settings.schedule}`)}
            </span>
          )}
        </Flex>
      </span>
      <span className={classes.state}>
        {running ? (
          <ImportProgress running={item} />
        ) : (
          <>
            <ImportStatus status={item.status} />
            <Box component="span" c="dimmed" fz="xs">
              {format.relative(item.finishedAt ?? item.startedAt)}
            </Box>
          </>
        )}
      </span>
      <IconChevronRight size={16} aria-hidden color="var(--ink-muted)" />
    </UnstyledButton>
  );
}
