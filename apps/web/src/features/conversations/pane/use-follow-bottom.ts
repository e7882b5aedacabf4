import { useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end within which the reader counts as being at the end. */
const nearEnd = 48;

/**
 * Keeps a growing list at its end until the reader scrolls up, and again once they are back at the end.
 * Give `frame` to the element that scrolls and `content` to the one inside that grows.
 */
export function useFollowBottom() {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const lastTop = useRef(0);
  const [isAway, setIsAway] = useState(false);

  const jumpToEnd = useCallback((behavior: ScrollBehavior = 'instant') => {
    follows.current = true;
    setIsAway(false);
    const element = frame.current;
    element?.scrollTo({ top: element.scrollHeight, behavior });
  }, []);

  /** At the very top the browser does not hold the place of what is shown while something is put above it. */
  const leaveTop = useCallback(() => {
    const element = frame.current;
    if (element && element.scrollTop < 1 && element.scrollHeight > element.clientHeight)
      element.scrollTop = 1;
  }, []);

  useEffect(() => {
    const element = frame.current;
    const inner = content.current;
    if (!element || !inner) return;
    const onScroll = () => {
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      // Only a movement upwards is the reader's: content that grows moves nothing.
      if (element.scrollTop < lastTop.current - 1 && distance > nearEnd) follows.current = false;
      if (distance <= nearEnd) follows.current = true;
      lastTop.current = element.scrollTop;
      setIsAway(!follows.current);
    };
    const observer = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(inner);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, []);

  return { frame, content, isAway, jumpToEnd, leaveTop };
}
