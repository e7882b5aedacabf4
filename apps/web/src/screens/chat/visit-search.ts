import { readText } from '../define-screen.ts';

/** What names a widget in an address: of a snippet, a link or a preview. */
export function readVisitSearch({ shared_id, preview, site, identified, lng }: Record<string, unknown>) {
  return {
    shared_id: readText(shared_id),
    preview: readText(preview),
    site: readText(site),
    identified: readText(identified),
    lng: readText(lng),
  };
}
