import type { Citation } from '@lectern/contract';
import type { TFunction } from 'i18next';

/** The list of sources as it goes to the clipboard: `[1] Handbook.pdf, page 3: “quoted words”`. */
export function formatSources(citations: Citation[], t: TFunction<'chat'>): string {
  return citations
    .map(({ number, documentName, page, quote }) => {
      const place = page === null ? documentName : `${documentName}, ${t('citations.page', { page })}`;
      return `[${number}] ${place} — ${quote.replace(/\s+/g, ' ').trim()}`;
    })
    .join('\n');
}
