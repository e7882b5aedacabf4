import { createDocumentBuilder } from '../document-builder.ts';
import type { ParsedDocument, SpeechSegment } from '../parsed-document.ts';

/**
 * A recording as what was said in it: a block for each stretch of speech. Without speech nobody has listened yet, and
 * the warning says so; with an empty list nothing was said.
 */
export function readRecording(speech: readonly SpeechSegment[] | undefined): ParsedDocument {
  const builder = createDocumentBuilder({ format: 'audio' });
  if (speech === undefined) builder.addWarning({ code: 'needs_transcription' });
  for (const { start, end, text } of speech ?? []) {
    if (text.trim() === '') continue;
    builder.addBlock({ type: 'paragraph', text: text.trim(), source: 'speech', time: { start, end } });
  }
  return builder.build();
}
