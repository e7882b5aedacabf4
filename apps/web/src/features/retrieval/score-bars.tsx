import type { RetrievalHit } from '@lectern/contract';
import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './score-bars.module.css';

type BarProps = { label: string; value: number; main?: boolean };

function Bar({ label, value, main = false }: BarProps) {
  const shown = useFormat().number(value);
  return (
    <div className={classes.bar} data-main={main || undefined}>
      <span className={classes.label}>{label}</span>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.fill} style={{ width: `${Math.min(Math.max(value, 0), 1) * 100}%` }} />
      </span>
      <span className="numeric">{shown}</span>
    </div>
  );
}

/** The score of a hit and the parts it is made of, all 0–1. */
export function ScoreBars({ hit }: { hit: RetrievalHit }) {
  const { t } = useTranslation('knowledge');
  return (
    <Tooltip label={t('testing.scoreHint')} openDelay={600}>
      <div className={classes.bars}>
        <Bar label={t('testing.score')} value={hit.score} main />
        <Bar label={t('testing.keyword')} value={hit.keywordScore} />
        <Bar label={t('testing.vector')} value={hit.vectorScore} />
        {hit.rerankScore !== null && <Bar label={t('testing.rerank')} value={hit.rerankScore} />}
      </div>
    </Tooltip>
  );
}
