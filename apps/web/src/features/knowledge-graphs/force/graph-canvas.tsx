import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type Drawing, drawNetwork, type View } from './draw-network.ts';
import classes from './force.module.css';
import type { Network } from './network.ts';

export type Camera = Pick<Drawing, 'zoomIn' | 'zoomOut' | 'fit'>;

type GraphCanvasProps = Omit<View, 'scheme'> & {
  network: Network;
  /** What the picture says to a screen reader. */
  label: string;
  camera: Ref<Camera>;
};

/** The network as a picture. Entities are chosen by the pointer here; the list has them for the keyboard. */
export function GraphCanvas({ network, label, camera, ...shown }: GraphCanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>(null);
  const scheme = useComputedColorScheme('light');
  const still = useReducedMotion();
  // The drawing is made once for a network, and looks here for all that changes.
  const view = useRef<View>({ ...shown, scheme });
  view.current = { ...shown, scheme };
  const { colourBy, types, hiddenTypes, selected, focused } = shown;

  useEffect(() => {
    if (!container.current) return;
    const made = drawNetwork(container.current, network, view, still);
    drawing.current = made;
    return () => {
      drawing.current = null;
      made.end();
    };
  }, [network, still]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing reads these from `view`.
  useEffect(() => drawing.current?.refresh(), [colourBy, types, hiddenTypes, selected, scheme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing reads it from `view`.
  useEffect(() => drawing.current?.focus(), [focused]);

  useEffect(() => {
    // A neighbourhood is small enough to be seen whole.
    if (selected !== undefined && focused === undefined) drawing.current?.reveal(selected);
  }, [selected, focused]);

  useImperativeHandle(camera, () => ({
    zoomIn: () => drawing.current?.zoomIn(),
    zoomOut: () => drawing.current?.zoomOut(),
    fit: () => drawing.current?.fit(),
  }));

  return <div ref={container} className={classes.canvas} role="img" aria-label={label} />;
}
