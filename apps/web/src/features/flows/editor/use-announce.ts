import { useCallback, useState } from 'react';

/** What a screen reader is told of a change that has no other words. */
export function useAnnounce() {
  const [said, setSaid] = useState('');
  // The same words a second time are told only where they differ.
  const announce = useCallback(
    (text: string) => setSaid((before) => (before === text ? `${text}\u00a0` : text)),
    [],
  );
  return { said, announce };
}
