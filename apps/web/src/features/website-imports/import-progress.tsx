import type { WebsiteImport } from '@lectern/contract';
import { Box, Progress, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import { describeSite } from './describe-site.ts';
import classes from './website-imports.module.css';

export function ImportStatus({ status }: Pick<WebsiteImport, 'status'>) {
  const { t } = useTranslation('websites');
  return (
    <span className={classes.badge} data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}

/** Pages visited in this run, and those that wait; links bring more while it goes on. */
export function countVisits({ pages }: Pick<WebsiteImport, 'pages'>): { done: number; waiting: number } {
  const { waiting = 0, ...visited } = pages;
  // What was deleted by hand is not visited.
  const done = Object.entries(visited).reduce((sum, [state, n]) => (state === 'removed' ? sum : sum + n), 0);
  return { done, waiting };
}

/** How far a running import has come. */
export function ImportProgress({ running }: { running: WebsiteImport }) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  const { done, waiting } = countVisits(running);
  return (
    <Stack gap={4} w="100%">
      <Progress
        value={done + waiting === 0 ? 0 : Math.max((done / (done + waiting)) * 100, 2)}
        size={5}
        aria-label={t('progress.label', { url: describeSite(running.url) })}
      />
      <Box component="span" c="dimmed" fz="xs" aria-live="polite">
        {done === 0
          ? t('progress.starting')
          : t('progress.pages', { done: format.number(done), waiting: format.number(waiting) })}
      </Box>
    </Stack>
  );
}
