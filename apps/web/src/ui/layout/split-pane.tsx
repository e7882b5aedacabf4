import { SegmentedControl, Splitter } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './split-pane.module.css';

type Side = 'start' | 'end';

type SplitPaneProps = {
  start: ReactNode;
  end: ReactNode;
  startLabel: string;
  endLabel: string;
  /** The width is remembered under this name. */
  storageKey: string;
  /** Percentage of the start pane. */
  initialSize?: number;
  /** Which pane a narrow page shows; uncontrolled when left out. */
  side?: Side;
  onSideChange?: (side: Side) => void;
};

/** Two panes with a handle between them; one at a time, by tabs, below 62em. It fills the height of its parent. */
export function SplitPane(props: SplitPaneProps) {
  const { start, end, startLabel, endLabel, storageKey, initialSize = 50, side, onSideChange } = props;
  const { t } = useTranslation('shell');
  const narrow = useMediaQuery('(max-width: 62em)', window.matchMedia('(max-width: 62em)').matches);
  const [size, setSize] = useLocalStorage({ key: `split-pane:${storageKey}`, defaultValue: initialSize });
  const [ownSide, setOwnSide] = useState<Side>('start');
  const shown = side ?? ownSide;

  if (narrow)
    return (
      <div className={classes.narrow}>
        <SegmentedControl
          fullWidth
          aria-label={t('panes')}
          data={[
            { value: 'start', label: startLabel },
            { value: 'end', label: endLabel },
          ]}
          value={shown}
          onChange={(value) => {
            setOwnSide(value as Side);
            onSideChange?.(value as Side);
          }}
        />
        {/* Both stay mounted: a scrolled place or a typed text is not lost by looking at the other. */}
        <section className={classes.pane} aria-label={startLabel} hidden={shown !== 'start'}>
          {start}
        </section>
        <section className={classes.pane} aria-label={endLabel} hidden={shown !== 'end'}>
          {end}
        </section>
      </div>
    );

  return (
    <Splitter
      h="100%"
      lineSize={9}
      withHandle={false}
      classNames={{ pane: classes.pane, handle: classes.handle }}
      attributes={{ handle: { 'aria-label': t('resizePanes') } }}
      sizes={[size, 100 - size]}
      onSizeChange={([next]) => setSize(Number(next))}
    >
      <Splitter.Pane defaultSize={initialSize} min={20} role="region" aria-label={startLabel}>
        {start}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={100 - initialSize} min={20} role="region" aria-label={endLabel}>
        {end}
      </Splitter.Pane>
    </Splitter>
  );
}
