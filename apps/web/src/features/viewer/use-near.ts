import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in, or a good screen away from, what a scrolling element shows. */
export function useNear(
  target: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)!.isIntersecting), {
      root: scroller.current,
      rootMargin: '120% 0px',
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, scroller]);
  return near;
}
