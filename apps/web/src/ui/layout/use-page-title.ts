import { useEffect } from 'react';

/** Names the page in the browser's tab, in history and for screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Lectern` : 'Lectern';
  }, [title]);
}
