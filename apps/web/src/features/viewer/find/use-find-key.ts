import { type RefObject, useEffect } from 'react';

/**
 * Ctrl+F opens the find box of the viewer that the element belongs to, where the keyboard is in it or nowhere in
 * particular: the browser's own finds nothing on pages that are not drawn. Pressed again in the box, the browser's opens.
 */
export function useFindKey(part: RefObject<HTMLElement | null>, show: (() => void) | undefined): void {
  useEffect(() => {
    if (!show) return;
    function openByKey(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const viewer = part.current?.closest('[data-viewer]');
      if (event.key.toLowerCase() !== 'f' || !viewer) return;
      const focused = window.document.activeElement;
      // What opens with the viewer, such as a dialog, often puts the keyboard beside it.
      const place = viewer.closest('[role="dialog"], section, aside') ?? viewer;
      const isHere = place.contains(focused) || focused === window.document.body;
      if (!isHere || focused?.closest('search')) return;
      event.preventDefault();
      show?.();
    }
    window.addEventListener('keydown', openByKey);
    return () => window.removeEventListener('keydown', openByKey);
  }, [part, show]);
}
