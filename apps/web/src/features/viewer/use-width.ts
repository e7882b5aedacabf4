import { type RefObject, useLayoutEffect, useState } from 'react';

/** The inner width of an element in CSS pixels, followed; 0 until it is laid out. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    setWidth(element.current.clientWidth);
    const observer = new ResizeObserver((entries) => setWidth(entries[0]!.target.clientWidth));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
