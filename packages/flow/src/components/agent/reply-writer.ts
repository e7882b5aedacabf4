import {
  createCitationWriter,
  createMarkerReader,
  finishCitations,
  type MarkerOutput,
} from '@lectern/answering';
import type { Citation, RetrievalHit } from '@lectern/contract';
import type { StepContext } from '../../engine/step-context.ts';

/** Turns the markers `[n]` of a reply into citations, and shows its words as they come. */
export function createReplyWriter(passages: readonly RetrievalHit[], stream?: StepContext['stream']) {
  const hits = passages.map((hit, i) => ({ ...hit, number: i + 1 }));
  const reader = createMarkerReader(hits.map(({ number }) => number));
  const citing = createCitationWriter(hits);
  let written = '';
  const pass = (output: MarkerOutput): void => {
    const { text, added } = citing.push(output);
    written += text;
    if (text !== '') stream?.delta(text);
    for (const citation of added) stream?.citation(citation);
  };
  // Without passages nothing is a marker.
  const read = (text: string) => (hits.length > 0 ? reader.push(text) : { text, markers: [] });
  return {
    push: (text: string): void => pass(read(text)),
    finish: (): { text: string; citations: Citation[] } => {
      pass(reader.finish());
      const { content, citations } = finishCitations(citing, written, hits);
      return { text: content, citations };
    },
  };
}
