import { type CompanyLimit, limitWarningShare } from '@lectern/contract';
import { Flex, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';
import classes from './limit-bar.module.css';

/** “3 of 5 users”, “4.2 GB storage”: the use of a limit in words. */
export function useLimitText() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  return ({ quota, used, max }: CompanyLimit): string => {
    const show = quota === 'storage' ? format.bytes : format.number;
    // Storage has no plural; its other form is the only one.
    return max === null
      ? t(`limits.open.${quota}`, { used: show(used), count: quota === 'storage' ? 2 : used })
      : t(`limits.of.${quota}`, { used: show(used), max: show(max), count: quota === 'storage' ? 2 : max });
  };
}

/** How far a limit is used up: `full` from the last place on, `near` from the share that people are warned at. */
export function limitState({ used, max }: CompanyLimit): 'free' | 'near' | 'full' {
  if (max === null || max === 0) return 'free';
  if (used >= max) return 'full';
  return used >= max * limitWarningShare ? 'near' : 'free';
}

const colors = { free: 'teal', near: 'yellow.7', full: 'red' } as const;

/** One limit of a company: its use in words, with a bar where there is an end. */
export function LimitBar({ limit }: { limit: CompanyLimit }) {
  const { t } = useTranslation('shell');
  const text = useLimitText()(limit);
  const { quota, used, max } = limit;
  const state = limitState(limit);
  if (max === 0)
    return (
      <Flex gap={12} align="baseline" justify="space-between" fz="sm">
        <span>{t(`limits.names.${quota}`)}</span>
        <span className={classes.note}>{t('limits.notIncluded')}</span>
      </Flex>
    );
  return (
    <div>
      <Flex gap={12} align="baseline" justify="space-between" fz="sm">
        <span>{text}</span>
        <span className={classes.note} data-state={state}>
          {max === null ? t('limits.unlimited') : <Share share={used / max} />}
        </span>
      </Flex>
      {max !== null && (
        <Progress
          value={Math.min(1, used / max) * 100}
          size={5}
          mt={6}
          color={colors[state]}
          aria-label={text}
        />
      )}
    </div>
  );
}

/** Whole percents, never rounded up to a limit that is not reached. */
function Share({ share }: { share: number }) {
  const format = useFormat();
  return <span className="numeric">{format.percent(Math.floor(share * 100) / 100)}</span>;
}
