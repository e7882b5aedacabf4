import type { Endpoint } from '@lectern/contract';
import {
  ActionIcon,
  Box,
  Button,
  Collapse,
  Group,
  Paper,
  Progress,
  ScrollArea,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Upload, uploadQueue } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import classes from './upload-tray.module.css';
import { isBusy, useRefreshAfterUploads, useUploads } from './use-uploads.ts';

/** A list without a refusal or a duplicate needs nobody's attention. */
const dismissAfter = 5_000;

function shareDone(uploads: readonly Upload[]): number {
  const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
  const sent = uploads.reduce((sum, { file, state }) => {
    if (state.kind === 'waiting') return sum;
    return sum + file.size * (state.kind === 'sending' ? state.share : 1);
  }, 0);
  return bytes === 0 ? 1 : sent / bytes;
}

function placeOf({ state }: Upload): number {
  const duplicate = state.kind === 'done' && state.sameAs !== undefined;
  return { failed: 0, refused: 1, sending: 3, waiting: 4, done: duplicate ? 2 : 5 }[state.kind];
}

/** What is being uploaded into a place, in a corner of the page, until it is dismissed. */
export function UploadTray({ place, refreshes }: { place: string; refreshes: readonly Endpoint[] }) {
  const { t } = useTranslation('knowledge');
  const [open, { toggle }] = useDisclosure(true);
  const uploads = useUploads(place);
  const listId = useId();
  useRefreshAfterUploads(refreshes);
  const settled =
    uploads.length > 0 && uploads.every(({ state }) => state.kind === 'done' && state.sameAs === undefined);
  useEffect(() => {
    if (!settled) return;
    const timer = window.setTimeout(() => uploadQueue.clearFinished(place), dismissAfter);
    return () => window.clearTimeout(timer);
  }, [settled, place]);
  if (uploads.length === 0) return null;

  const busy = uploads.filter(isBusy).length;
  const refused = uploads.filter(({ state }) => state.kind === 'refused' || state.kind === 'failed').length;
  const done = uploads.length - busy - refused;
  const summary =
    busy > 0
      ? t('upload.running', { done: uploads.length - busy, count: uploads.length })
      : t('upload.finished', { count: done });
  // What needs attention comes first.
  const sorted = uploads.toSorted((one, other) => placeOf(one) - placeOf(other));

  return (
    <Paper className={classes.tray} component="section" shadow="lg" aria-label={t('upload.title')}>
      <Group wrap="nowrap" gap="xs" className={classes.head}>
        <UnstyledButton
          className={classes.summary}
          onClick={toggle}
          aria-expanded={open}
          aria-controls={listId}
        >
          <IconChevronDown
            size={16}
            className={classes.chevron}
            data-open={open || undefined}
            aria-hidden="true"
          />
          <span aria-live="polite">
            <Text component="span" size="sm" fw={600}>
              {summary}
            </Text>
            {refused > 0 && (
              <Text component="span" size="sm" c="var(--danger)">
                {` · ${t('upload.notTaken', { count: refused })}`}
              </Text>
            )}
          </span>
        </UnstyledButton>
        {busy > 0 ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={() => uploadQueue.cancelAll(place)}
          >
            {t('upload.cancelAll')}
          </Button>
        ) : (
          <ActionIcon aria-label={t('upload.dismiss')} onClick={() => uploadQueue.clearFinished(place)}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </Group>
      {busy > 0 && (
        <Progress value={shareDone(uploads) * 100} size={2} radius={0} aria-label={t('upload.total')} />
      )}
      <Collapse expanded={open} id={listId}>
        <ScrollArea.Autosize
          mah={280}
          type="auto"
          scrollbars="y"
          viewportProps={{ tabIndex: 0 }}
          // As wide as the tray: a long name is cut, it does not scroll sideways.
          styles={{ content: { minWidth: 0 } }}
        >
          <Box component="ul" className="plain-list" m={0} py={4} px={0}>
            {sorted.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </Box>
        </ScrollArea.Autosize>
      </Collapse>
    </Paper>
  );
}
