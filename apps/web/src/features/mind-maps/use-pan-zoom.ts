import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export type Bounds = { left: number; top: number; width: number; height: number };
type View = { x: number; y: number; scale: number };

const scales = { least: 0.15, most: 2.5 };
/** A pointer that moved less was meant for what is under it. */
const dragAfter = 4;

/** Moves and scales a drawing by wheel, dragging, pinching and buttons. */
export function usePanZoom(frame: RefObject<Element | null>, bounds: Bounds) {
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 });
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const dragging = useRef(false);

  const zoomAt = useCallback((factor: number, x: number, y: number) => {
    setView((now) => {
      const scale = Math.min(scales.most, Math.max(scales.least, now.scale * factor));
      const share = scale / now.scale;
      return { scale, x: x - (x - now.x) * share, y: y - (y - now.y) * share };
    });
  }, []);

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

  // Listened to by hand, since React's wheel listener may not keep the page from scrolling.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: Event) => {
      const { deltaX, deltaY, ctrlKey, clientX, clientY } = event as WheelEvent;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      if (ctrlKey) zoomAt(Math.exp(-deltaY / 100), clientX - box.left, clientY - box.top);
      else setView((now) => ({ ...now, x: now.x - deltaX, y: now.y - deltaY }));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, zoomAt]);

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      dragging.current = false;
    },
    onPointerMove: (event: PointerEvent) => {
      const known = pointers.current.get(event.pointerId);
      if (!known) return;
      const [dx, dy] = [event.clientX - known.x, event.clientY - known.y];
      if (!dragging.current && Math.hypot(dx, dy) < dragAfter) return;
      dragging.current = true;
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      const box = event.currentTarget.getBoundingClientRect();
      if (other) {
        const before = Math.hypot(known.x - other.x, known.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        zoomAt(after / Math.max(before, 1), other.x - box.left, other.y - box.top);
      } else setView((now) => ({ ...now, x: now.x + dx, y: now.y + dy }));
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerUp: (event: PointerEvent) => pointers.current.delete(event.pointerId),
    onPointerLeave: (event: PointerEvent) => pointers.current.delete(event.pointerId),
    // What was dragged is not opened.
    onClickCapture: (event: { stopPropagation: () => void }) => {
      if (dragging.current) event.stopPropagation();
      dragging.current = false;
    },
  };

  const zoomBy = (factor: number) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) zoomAt(factor, box.width / 2, box.height / 2);
  };

  /** Moves the drawing so that a place of it can be seen. */
  const reveal = useCallback(
    (x: number, y: number, width: number) => {
      const box = frame.current?.getBoundingClientRect();
      if (!box) return;
      setView((now) => {
        const [left, at, right] = [
          x * now.scale + now.x,
          y * now.scale + now.y,
          (x + width) * now.scale + now.x,
        ];
        const margin = 24;
        const shiftX =
          left < margin ? margin - left : right > box.width - margin ? box.width - margin - right : 0;
        const shiftY = at < margin ? margin - at : at > box.height - margin ? box.height - margin - at : 0;
        return shiftX === 0 && shiftY === 0 ? now : { ...now, x: now.x + shiftX, y: now.y + shiftY };
      });
    },
    [frame],
  );

  return { view, handlers, fit, zoomBy, reveal };
}
