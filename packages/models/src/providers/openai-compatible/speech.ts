import type { SpeechModel, TokenUsage } from '../../ports.ts';
import { ModelError } from '../../ports.ts';
import { estimateTokens } from '../../resilience/token-estimate.ts';
import type { ModelSpecification } from '../define-provider.ts';
import type { JsonClient } from '../json-client.ts';
import { createAdaptiveBody, sendAdapting } from './adaptive-body.ts';

type Segment = { start: number; end: number; text: string };

/** What the product reads of a `verbose_json` answer; of a plain one only the text is there. */
export type Transcription = {
  text?: unknown;
  duration?: unknown;
  segments?: unknown;
  usage?: { input_tokens?: number; output_tokens?: number } | null;
};

/** Sound as current models count it; used where a provider tells no tokens because it bills by the minute. */
const tokensOfSecond = 10;

/** The `/audio/transcriptions` call of Whisper and its successors; servers without segments give the text alone. */
export function createSpeechModel(
  client: JsonClient,
  model: ModelSpecification,
  refusedFields: Set<string>,
): SpeechModel {
  const adaptive = createAdaptiveBody(refusedFields);
  return {
    id: model.name,
    transcribe: async ({ bytes, name, mediaType }, { language, signal }) => {
      const file = new File([Uint8Array.from(bytes)], name, { type: mediaType });
      const answer = await sendAdapting(
        adaptive,
        // Absent a format, servers give plain JSON: the refusal of this one is repaired by leaving it out.
        { model: model.name, language: language?.split('-')[0], response_format: 'verbose_json' },
        (fields) => {
          const form = new FormData();
          for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
          form.set('file', file);
          return client.postFormForJson('/audio/transcriptions', form, signal);
        },
      );
      return readTranscription(answer as Transcription);
    },
  };
}

/** Segments and usage of an answer in this form. Throws where it has no text. */
export function readTranscription(answer: Transcription | null): { segments: Segment[]; usage: TokenUsage } {
  if (typeof answer?.text !== 'string' && !Array.isArray(answer?.segments)) {
    throw new ModelError('bad_response', { detail: 'no text in the answer' });
  }
  const length = Number(answer.duration);
  const duration = Number.isFinite(length) && length > 0 ? length : undefined;
  const whole = typeof answer.text === 'string' ? answer.text.trim() : '';
  const given = Array.isArray(answer.segments) ? answer.segments.map(readSegment) : [];
  const segments = given.filter(({ text }) => text !== '');
  if (segments.length === 0 && whole !== '') segments.push({ start: 0, end: duration ?? 0, text: whole });
  const seconds = duration ?? segments.at(-1)?.end ?? 0;
  return { segments, usage: readUsage(answer.usage, segments, seconds) };
}

function readSegment(segment: { start?: unknown; end?: unknown; text?: unknown } | null): Segment {
  const { start, end, text } = segment ?? {};
  if (typeof text !== 'string' || typeof start !== 'number' || typeof end !== 'number') {
    throw new ModelError('bad_response', { detail: 'an unreadable segment' });
  }
  const begin = Math.max(0, start);
  return { start: begin, end: Math.max(begin, end), text: text.trim() };
}

function readUsage(usage: Transcription['usage'], segments: Segment[], seconds: number): TokenUsage {
  if (typeof usage?.input_tokens === 'number') {
    return { promptTokens: usage.input_tokens, completionTokens: usage.output_tokens ?? 0 };
  }
  return {
    promptTokens: Math.ceil(seconds * tokensOfSecond),
    completionTokens: segments.reduce((sum, { text }) => sum + estimateTokens(text), 0),
    estimated: true,
  };
}
