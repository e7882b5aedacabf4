import { listS3ImportObjects, type S3Import } from '@lectern/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './s3.module.css';
import { useS3Actions, useS3Imports } from './use-s3.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Running imports, and recent ones until they are dismissed. */
export function S3Imports() {
  const { t } = useTranslation('files');
  const { data } = useS3Imports();
  const [hidden, setHidden] = useLocalStorage<string[]>({ key: 's3-imports-hidden', defaultValue: [] });
  const shown = (data?.items ?? []).filter(
    ({ id, status, finishedAt }) =>
      status === 'in_progress' ||
      (!hidden.includes(id) && finishedAt !== null && Date.now() - Date.parse(finishedAt) < dayMs),
  );
  if (shown.length === 0) return null;
  return (
    <ul className={classes.imports} aria-label={t('s3.imports')}>
      {shown.map((task) => (
        <ImportRow
          key={task.id}
          task={task}
          onHide={() => setHidden((before) => [task.id, ...before].slice(0, 50))}
        />
      ))}
    </ul>
  );
}

function ImportRow({ task, onHide }: { task: S3Import; onHide: () => void }) {
  const { t } = useTranslation('files');
  const format = useFormat();
  const { cancel } = useS3Actions();
  const [open, setOpen] = useState(false);
  const { imported, unchanged, skipped, failed, waiting } = task.objects;
  const done = imported + unchanged + skipped + failed;
  const running = task.status === 'in_progress';
  const counted = (count: number) => ({ count, shown: format.number(count) });
  const facts = [
    t('s3.imported', counted(imported)),
    unchanged > 0 && t('s3.unchanged', counted(unchanged)),
    skipped > 0 && t('s3.skipped', counted(skipped)),
    failed > 0 && t('s3.failed', counted(failed)),
    !running && waiting > 0 && t('s3.left', counted(waiting)),
  ].filter((fact) => fact !== false);
  const title = [t('s3.importOf', { name: task.connectionName })];
  if (task.folderName !== null) title.push(t('s3.into', { folder: task.folderName }));
  return (
    <Box component="li" py={10} px={12} bd="1px solid var(--hairline)" bdrs="md" bg="var(--surface)">
      <Group gap="xs" justify="space-between">
        <Box flex="1 1 260px" miw={0}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {`${title.join(' ')} · ${t(`s3.status.${task.status}`)}`}
          </Text>
          {!running && (
            <Text size="sm" c="dimmed" aria-live="polite" className="numeric">
              {facts.join(' · ')}
            </Text>
          )}
          {task.error && (
            <Text size="sm" c="var(--danger)" role="alert">
              {task.error.message}
            </Text>
          )}
        </Box>
        <Group gap={4} wrap="nowrap">
          {skipped + failed > 0 && (
            <Button size="compact-sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t('s3.details')}
            </Button>
          )}
          {running ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params: { s3ImportId: task.id } })}
            >
              {t('s3.cancel')}
            </Button>
          ) : (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={onHide}>
              {t('s3.hide')}
            </Button>
          )}
        </Group>
      </Group>
      {running && (
        <RunProgress
          compact
          mt={8}
          queued={task.stage === null}
          percent={task.stage === 'listing' ? null : task.percent}
          stage={task.stage === null ? t('s3.queued') : t(`s3.stages.${task.stage}`)}
          detail={task.listed ? facts.join(' · ') : undefined}
          label={t('s3.progress', { done: format.number(done), count: done + waiting })}
        />
      )}
      {open && <LeftOut importId={task.id} />}
    </Box>
  );
}

const mostLeftOut = 100;

function LeftOut({ importId }: { importId: string }) {
  const { t } = useTranslation('files');
  const format = useFormat();
  const list = (state: 'skipped' | 'failed') => ({
    params: { s3ImportId: importId },
    query: { state, page: 1, pageSize: mostLeftOut },
  });
  const skipped = useApiQuery(listS3ImportObjects, list('skipped'));
  const failed = useApiQuery(listS3ImportObjects, list('failed'));
  const items = [...(failed.data?.items ?? []), ...(skipped.data?.items ?? [])];
  const more = (failed.data?.total ?? 0) + (skipped.data?.total ?? 0) - items.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too.
    <ul className={classes.left} tabIndex={0} aria-label={t('s3.details')}>
      {items.map(({ key, reason }) => (
        <li key={key}>
          <Text size="sm" component="span" fw={550}>
            {key}
          </Text>
          <Text size="sm" component="span" c="dimmed">
            {` – ${reason?.message ?? ''}`}
          </Text>
        </li>
      ))}
      {more > 0 && (
        <Text component="li" size="sm" c="dimmed">
          {t('s3.moreLeftOut', { count: more, shown: format.number(more) })}
        </Text>
      )}
    </ul>
  );
}
