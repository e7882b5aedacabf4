import { useGesture } from '@use-gesture/react';
import { type RefObject, useCallback, useState } from 'react';

export type Bounds = { left: number; top: number; width: number; height: number };
type View = { x: number; y: number; scale: number };

const scaleBounds = { min: 0.15, max: 2.5 };

/** Moves and scales a drawing by wheel, dragging, pinching and buttons. */
export function usePanZoom(frame: RefObject<HTMLElement | null>, bounds: Bounds) {
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 });

  /** Scales around a point of the frame, which stays where it is. */
  const zoomTo = useCallback((scale: number, x: number, y: number) => {
    setView((now) => {
      const share = scale / now.scale;
      return { scale, x: x - (x - now.x) * share, y: y - (y - now.y) * share };
    });
  }, []);
  const pan = (dx: number, dy: number) => setView((now) => ({ ...now, x: now.x + dx, y: now.y + dy }));

  useGesture(
    {
      onDrag: ({ pinching, cancel, delta: [dx, dy] }) => (pinching ? cancel() : pan(dx, dy)),
      onPinch: ({ origin: [x, y], offset: [scale] }) => {
        const box = frame.current?.getBoundingClientRect();
        if (box) zoomTo(scale, x - box.left, y - box.top);
      },
      onWheel: ({ event, ctrlKey, delta: [dx, dy] }) => {
        event.preventDefault();
        // With Ctrl the wheel is a pinch.
        if (!ctrlKey) pan(-dx, -dy);
      },
    },
    {
      target: frame as RefObject<HTMLElement>,
      eventOptions: { passive: false },
      // A drag must not open the item under the pointer.
      drag: { filterTaps: true },
      pinch: { scaleBounds, from: () => [view.scale, 0] },
    },
  );

  const fit = useCallback(() => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    // Readable before complete: a large map begins at its root.
    const scale = Math.min(
      1.1,
      Math.max(0.75, Math.min(box.width / bounds.width, box.height / bounds.height)),
    );
    const fits = bounds.width * scale <= box.width;
    setView({
      scale,
      x: fits ? (box.width - bounds.width * scale) / 2 - bounds.left * scale : -bounds.left * scale,
      y: box.height / 2 - (bounds.top + bounds.height / 2) * scale,
    });
  }, [frame, bounds]);

  const zoomBy = (factor: number) => {
    const box = frame.current?.getBoundingClientRect();
    const scale = Math.min(scaleBounds.max, Math.max(scaleBounds.min, view.scale * factor));
    if (box) zoomTo(scale, box.width / 2, box.height / 2);
  };

  /** Moves the drawing so that a place of it can be seen. */
  const reveal = (x: number, y: number, width: number) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const margin = 24;
    setView((now) => {
      const left = x * now.scale + now.x;
      const right = left + width * now.scale;
      const top = y * now.scale + now.y;
      const dx = Math.max(0, margin - left) || Math.min(0, box.width - margin - right);
      const dy = Math.max(0, margin - top) || Math.min(0, box.height - margin - top);
      return { ...now, x: now.x + dx, y: now.y + dy };
    });
  };

  return { view, fit, zoomBy, reveal };
}
