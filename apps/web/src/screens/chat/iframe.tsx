import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { VisitorChat } from '../../features/conversations/visitor/visitor-chat.tsx';

/** The chat of a widget, for whoever visits the site that shows it. */
export function Screen() {
  const search = useSearch({ strict: false });
  const { shared_id: sharedId, preview, site, identified, lng } = search;
  const address = useMemo(
    () => ({ sharedId, preview, identified, lng }),
    [sharedId, preview, identified, lng],
  );
  return <VisitorChat address={address} site={site} />;
}
