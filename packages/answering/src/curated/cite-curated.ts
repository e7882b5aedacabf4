import type { Citation } from '@lectern/contract';
import { createCitationWriter } from '../citations/cite-answer.ts';
import { createMarkerReader } from '../citations/markers.ts';
import type { NumberedHit } from '../passages.ts';

/**
 * A curated answer with its citations. Its markers are those of whoever wrote it; without any, the passages are cited at
 * its end. Markers of passages that are not given are left out.
 */
export function citeCurated(
  answer: string,
  hits: readonly NumberedHit[],
): { content: string; citations: Citation[] } {
  const citing = createCitationWriter(hits);
  const read = (text: string) => {
    const reader = createMarkerReader(hits.map(({ number }) => number));
    const parts = [reader.push(text), reader.finish()];
    return { text: parts.map((part) => part.text).join(''), markers: parts.flatMap((part) => part.markers) };
  };
  const asWritten = read(answer);
  const output = asWritten.markers.length > 0 ? asWritten : read(withMarkers(asWritten.text, hits));
  const { text } = citing.push(output);
  return { content: text, citations: citing.citations() };
}

function withMarkers(answer: string, hits: readonly NumberedHit[]): string {
  const text = answer.trimEnd();
  if (hits.length === 0) return text;
  const markers = hits.map(({ number }) => `[${number}]`).join('');
  // Behind a table or code they would become a part of it.
  const endsInProse = !/^(?:\||```|~~~)/.test(text.split('\n').at(-1)?.trim() ?? '');
  return `${text}${endsInProse ? ' ' : '\n\n'}${markers}`;
}
