/**
 * Scrolls an element of the paper into view. What was just put into a page gets its height piece by piece, and until then
 * there is nothing to scroll by: each time the paper grows it is tried again, until the element is in view or the reader
 * moves the page. Returns what ends it.
 */
export function scrollUntilShown(frame: HTMLElement, paper: HTMLElement, element: Element): () => void {
  const isShown = () => {
    const { top, bottom } = frame.getBoundingClientRect();
    const place = element.getBoundingClientRect();
    return place.top >= top && place.top < bottom;
  };
  const scroll = () => {
    if (frame.clientHeight === 0) return;
    const offset = element.getBoundingClientRect().top - frame.getBoundingClientRect().top;
    frame.scrollTo({ top: frame.scrollTop + offset - Math.min(frame.clientHeight * 0.25, 160) });
    if (isShown()) end();
  };
  const observer = new ResizeObserver(scroll);
  const moves = ['wheel', 'pointerdown', 'keydown'] as const;
  const end = () => {
    observer.disconnect();
    for (const move of moves) frame.removeEventListener(move, end);
  };
  for (const move of moves) frame.addEventListener(move, end, { passive: true });
  // Observing tells of the size that there is: that is the first attempt.
  observer.observe(paper);
  // A pane that was hidden (a tab on a phone) has no size to scroll by until it is shown.
  observer.observe(frame);
  return end;
}
