import type { WebsiteImport } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { describeSite } from './describe-site.ts';

const tones: Partial<Record<WebsiteImport['status'], Tone>> = {
  finished: 'success',
  failed: 'danger',
  cancelled: 'warning',
};

export function ImportStatus({ status }: Pick<WebsiteImport, 'status'>) {
  const { t } = useTranslation('websites');
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}

/** Pages visited in this run, and those that wait; links add more while it runs. */
function countVisits({ pages }: Pick<WebsiteImport, 'pages'>): { done: number; waiting: number } {
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
    <RunProgress
      compact
      w="100%"
      label={t('progress.label', { url: describeSite(running.url) })}
      queued={running.stage === null}
      percent={running.percent}
      stage={running.stage === null ? t('progress.starting') : t(`stages.${running.stage}`)}
      detail={
        done === 0
          ? undefined
          : t('progress.pages', { done: format.number(done), waiting: format.number(waiting) })
      }
    />
  );
}
