import { useEffect } from 'react';

const listeners = new Set<(title: string) => void>();

/** Calls back with the title of every screen, once the screen has named itself. */
export function onPageTitle(listener: (title: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names the page in the browser's tab, in history and for screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Lectern` : 'Lectern';
    if (title) for (const tell of listeners) tell(document.title);
  }, [title]);
}
