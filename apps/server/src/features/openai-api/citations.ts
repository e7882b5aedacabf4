import { type Citation, documentAddress, toDocumentPlace } from '@lectern/contract';
import type { Platform } from '../../platform/platform.ts';

/** The address at which the web app opens the passage. */
export function addressOf(
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  citation: Pick<Citation, 'documentId' | 'page' | 'boxes' | 'quoteRange' | 'chunkRange' | 'quote'> & {
    documentVersion?: number | undefined;
  },
): string {
  const { documentId, page, boxes, quoteRange, chunkRange, quote, documentVersion } = citation;
  const place = toDocumentPlace({
    page,
    boxes,
    charRange: quoteRange ?? chunkRange,
    quote,
    version: documentVersion,
  });
  return `${publicUrl()}${documentAddress(documentId, place)}`;
}

/** Our own field beside the standard annotations: all that is known of each passage, once. */
export function presentCitations(platform: Pick<Platform, 'publicUrl'>, citations: readonly Citation[]) {
  return citations.map((citation) => ({
    number: citation.number,
    knowledge_base_id: citation.knowledgeBaseId,
    document_id: citation.documentId,
    document: citation.documentName,
    chunk_id: citation.chunkId,
    page: citation.page,
    boxes: citation.boxes,
    heading_path: citation.headingPath,
    quote: citation.quote,
    score: citation.score,
    url: addressOf(platform, citation),
  }));
}

/** One annotation for each marker, in the order in which they stand. */
export function listMarkers(citations: readonly Citation[]) {
  return citations
    .flatMap((citation) => citation.markers.map((marker) => ({ citation, ...marker })))
    .sort((a, b) => a.start - b.start);
}

/** The standard annotation of Chat Completions. */
export function presentUrlCitations(platform: Pick<Platform, 'publicUrl'>, citations: readonly Citation[]) {
  return listMarkers(citations).map(({ citation, start, end }) => ({
    type: 'url_citation' as const,
    url_citation: {
      start_index: start,
      end_index: end,
      title: citation.documentName,
      url: addressOf(platform, citation),
    },
  }));
}

/**
 * Citations with their markers placed in the text as it was streamed. Where a model marks nothing itself, markers are
 * set after the last word: there they are empty places of the streamed text.
 */
export function placeInStreamed(
  citations: readonly Citation[],
  { final, streamed }: { final: string; streamed: string },
): Citation[] {
  if (final === streamed || final.startsWith(streamed)) return [...citations];
  const placeOf = alignInserted(final, streamed);
  return citations.map((citation) => ({
    ...citation,
    markers: citation.markers.map(({ start, end }) => ({ start: placeOf(start), end: placeOf(end) })),
  }));
}

/** For each place of a text, the place in the one that it came from by inserting. */
function alignInserted(final: string, original: string): (at: number) => number {
  const places = new Uint32Array(final.length + 1);
  let at = 0;
  for (let i = 0; i < final.length; i++) {
    places[i] = at;
    if (at < original.length && final[i] === original[at]) at++;
  }
  places[final.length] = at;
  return (place) => places[Math.min(place, final.length)] as number;
}
