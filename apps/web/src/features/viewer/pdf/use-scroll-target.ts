import { type RefObject, useCallback, useEffect, useRef } from 'react';

type Target = {
  page: number;
  /** Fraction of the page's height. */
  top: number;
  /** To the very edge instead of leaving some lines above. */
  exact?: boolean;
  /** Leaves the view alone when the place can be seen already. */
  onlyIfHidden?: boolean;
};

/**
 * Brings a place of a page into view and holds it there while pages above find their true size, until the
 * person scrolls.
 */
export function useScrollTarget(scroller: RefObject<HTMLElement | null>) {
  const held = useRef<Target>(undefined);

  const settle = useCallback(() => {
    const element = scroller.current;
    const target = held.current;
    const page = target && element?.querySelector<HTMLElement>(`[data-page="${target.page}"]`);
    if (!element || !target || !page) return;
    const place = page.offsetTop + target.top * page.offsetHeight;
    if (target.onlyIfHidden) {
      const visible = place >= element.scrollTop && place <= element.scrollTop + element.clientHeight * 0.85;
      if (visible) return;
    }
    const above = target.exact ? 0 : target.top === 0 ? 16 : Math.min(element.clientHeight * 0.25, 160);
    element.scrollTo({ top: place - above, behavior: 'instant' });
  }, [scroller]);

  const aim = useCallback(
    (target: Target) => {
      held.current = target;
      settle();
    },
    [settle],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const release = () => {
      held.current = undefined;
    };
    const causes = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
    for (const cause of causes) element.addEventListener(cause, release, { passive: true });
    return () => {
      for (const cause of causes) element.removeEventListener(cause, release);
    };
  }, [scroller]);

  return { aim, settle };
}
