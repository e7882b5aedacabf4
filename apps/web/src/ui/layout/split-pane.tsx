import { SegmentedControl } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './split-pane.module.css';

type Side = 'start' | 'end';

/**
 * Two panes with a handle between them (pointer and arrow keys); one at a time, by tabs, below 62em.
 * It fills the height that its parent gives it.
 */
export function SplitPane({
  start,
  end,
  startLabel,
  endLabel,
  storageKey,
  initialShare = 0.5,
  side,
  onSideChange,
}: {
  start: ReactNode;
  end: ReactNode;
  startLabel: string;
  endLabel: string;
  /** The width is remembered under this name. */
  storageKey: string;
  /** Share of the start pane, 0.2–0.8. */
  initialShare?: number;
  /** Which pane a narrow page shows; uncontrolled when left out. */
  side?: Side;
  onSideChange?: (side: Side) => void;
}) {
  const { t } = useTranslation('shell');
  const narrow = useMediaQuery('(max-width: 62em)', window.matchMedia('(max-width: 62em)').matches);
  const [share, setShare] = useLocalStorage({ key: `split:${storageKey}`, defaultValue: initialShare });
  const [ownSide, setOwnSide] = useState<Side>('start');
  const root = useRef<HTMLDivElement>(null);
  const shown = side ?? ownSide;
  const clamp = (value: number) => Math.min(0.8, Math.max(0.2, value));

  if (narrow) {
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
  }

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const bounds = root.current?.getBoundingClientRect();
    if (!bounds || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setShare(clamp((event.clientX - bounds.left) / bounds.width));
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setShare((before) => clamp(before + step));
  };
  return (
    <div ref={root} className={classes.wide} style={{ gridTemplateColumns: `${share}fr 9px ${1 - share}fr` }}>
      <section className={classes.pane} aria-label={startLabel}>
        {start}
      </section>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves is not a rule in the text. */}
      <div
        className={classes.handle}
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('resizePanes')}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={20}
        aria-valuemax={80}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => setShare(initialShare)}
      />
      <section className={classes.pane} aria-label={endLabel}>
        {end}
      </section>
    </div>
  );
}
