import type { WebsiteImport } from '@lectern/contract';
import { ActionIcon, Alert, Button, Drawer, Flex, Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconAdjustments,
  IconAlertTriangle,
  IconDotsVertical,
  IconExternalLink,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../ui/display/facts.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { describeSite } from './describe-site.ts';
import { DeleteDialog, SettingsDialog } from './import-dialogs.tsx';
import { ImportProgress, ImportStatus } from './import-progress.tsx';
import { PageList } from './page-list.tsx';
import { useWebsiteImport, useWebsiteImportActions } from './use-website-imports.ts';
import classes from './website-imports.module.css';

type ImportDetailsProps = {
  id: string | undefined;
  known: WebsiteImport | undefined;
  onClose: () => void;
  linkToDocument: (documentId: string, label: string, icon: ReactNode) => ReactNode;
};

/** One import next to the list: its state, what can be done, and its pages. */
export function ImportDetails({ id, known, onClose, linkToDocument }: ImportDetailsProps) {
  const { t } = useTranslation('websites');
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="min(880px, 100%)"
      title={t('details.title')}
      classNames={{ title: classes.drawerTitle }}
    >
      {id !== undefined && (
        <Details key={id} id={id} known={known} onClose={onClose} linkToDocument={linkToDocument} />
      )}
    </Drawer>
  );
}

function Details({ id, known, onClose, linkToDocument }: ImportDetailsProps & { id: string }) {
  const query = useWebsiteImport(id, known);
  return (
    <QueryBoundary query={query} skeleton={<SkeletonList rows={6} height={52} />}>
      {(shown) => (
        <>
          <Head shown={shown} onDeleted={onClose} />
          <ImportFacts shown={shown} />
          <Notices shown={shown} />
          <PageList shown={shown} linkToDocument={linkToDocument} />
        </>
      )}
    </QueryBoundary>
  );
}

function Head({ shown, onDeleted }: { shown: WebsiteImport; onDeleted: () => void }) {
  const { t } = useTranslation('websites');
  const site = describeSite(shown.url);
  return (
    <Flex wrap="wrap" align="flex-start" justify="space-between" gap={12} mb={16}>
      <Stack flex="1 1 260px" gap={8} miw={0}>
        <a className={classes.link} href={shown.url} target="_blank" rel="noopener noreferrer nofollow">
          <LongText lines={2}>{site}</LongText>
          <IconExternalLink size={16} aria-hidden color="var(--ink-muted)" />
        </a>
        {shown.status === 'in_progress' ? (
          <ImportProgress running={shown} />
        ) : (
          <Flex component="span" wrap="wrap" align="center" gap={10}>
            <ImportStatus status={shown.status} />
            <DocumentCount shown={shown} />
          </Flex>
        )}
      </Stack>
      {shown.abilities.update && <Commands shown={shown} onDeleted={onDeleted} />}
      <span className={classes.hidden} aria-live="polite">
        {t(`status.${shown.status}`)}
      </span>
    </Flex>
  );
}

function DocumentCount({ shown }: { shown: WebsiteImport }) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  return (
    <Text component="span" size="sm" c="dimmed">
      {t('documents', { count: shown.documentCount, shown: format.number(shown.documentCount) })}
    </Text>
  );
}

function Commands({ shown, onDeleted }: { shown: WebsiteImport; onDeleted: () => void }) {
  const { t } = useTranslation('websites');
  const { run, cancel } = useWebsiteImportActions();
  const [opened, setOpened] = useState<'settings' | 'delete'>();
  const params = { websiteImportId: shown.id };
  const url = describeSite(shown.url);
  const running = shown.status === 'in_progress';
  return (
    <Group gap={6} wrap="nowrap">
      {running ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() =>
            openConfirmModal({
              title: t('details.cancelTitle', { url }),
              text: t('details.cancelText'),
              confirmLabel: t('details.cancel'),
              onConfirm: () => cancel.mutateAsync({ params }),
            })
          }
        >
          {t('details.cancel')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={run.isPending}
          onClick={() => run.mutate({ params })}
        >
          {t(shown.status === 'cancelled' ? 'details.restart' : 'details.runAgain')}
        </Button>
      )}
      <Menu>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t('actionsOf', { url })}>
            <IconDotsVertical size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => setOpened('settings')}>
            {t('details.settings')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            color="var(--danger)"
            onClick={() => setOpened('delete')}
          >
            {t('details.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SettingsDialog changed={shown} opened={opened === 'settings'} onClose={() => setOpened(undefined)} />
      <DeleteDialog
        deleted={shown}
        opened={opened === 'delete'}
        onClose={() => setOpened(undefined)}
        onDeleted={() => {
          setOpened(undefined);
          onDeleted();
        }}
      />
    </Group>
  );
}

function ImportFacts({ shown }: { shown: WebsiteImport }) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  const { settings, startedAt, finishedAt, nextRunAt } = shown;
  const limit = format.number(settings.pageLimit);
  const extent =
    settings.mode === 'depth'
      ? t('facts.depth', { count: settings.depth, limit })
      : settings.mode === 'sitemap'
        ? t('facts.limit', { limit })
        : undefined;
  const facts: [string, string][] = [
    [t('facts.mode'), [t(`modes.${settings.mode}.name`), extent].filter(Boolean).join(' · ')],
    [t('facts.started'), format.dateTime(startedAt)],
  ];
  if (finishedAt !== null)
    facts.push([t('facts.duration'), format.duration(Date.parse(finishedAt) - Date.parse(startedAt))]);
  if (nextRunAt !== null)
    facts.push([t('facts.next'), `${format.dateTime(nextRunAt)} · ${t(`schedules.${settings.schedule}`)}`]);
  if (shown.ownerName !== '') facts.push([t('facts.owner'), shown.ownerName]);
  return <Facts layout="stacked" mb={16} py={12} className={classes.facts} items={facts} />;
}

function Notices({ shown }: { shown: WebsiteImport }) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  return (
    <>
      {shown.error !== null && (
        <FormError mb="md" icon={<IconAlertTriangle aria-hidden />}>
          {shown.error.message}
        </FormError>
      )}
      {shown.limitReached && (
        <Alert color="yellow" mb="md" icon={<IconAlertTriangle aria-hidden />}>
          {t('details.limitReached', { limit: format.number(shown.settings.pageLimit) })}
        </Alert>
      )}
    </>
  );
}
