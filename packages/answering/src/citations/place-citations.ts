import type { Citation } from '@lectern/contract';
import { createMarkerReader } from './markers.ts';

/** Citations with the places of their markers in a finished text that was put together from others. */
export function placeCitations(text: string, citations: readonly Citation[]): Citation[] {
  const reader = createMarkerReader(citations.map(({ number }) => number));
  const markers = [reader.push(text), reader.finish()].flatMap((read) => read.markers);
  return citations.map((citation) => ({
    ...citation,
    markers: markers.flatMap(({ number, start, end }) =>
      number === citation.number ? [{ start, end }] : [],
    ),
  }));
}
