import type {
  ChatModel,
  EmbeddingModel,
  RerankModel,
  SpeechModel,
  VisionModel,
  VoiceModel,
} from '../ports.ts';
import { estimateUsage } from '../providers/chat-stream.ts';
import type { BatchLimits } from '../providers/define-provider.ts';
import { splitIntoBatches } from './batches.ts';
import { estimateTokens } from './token-estimate.ts';

/** What goes into a model and comes out of it: tokens; of text to speech, the characters that go in. */
export type Amount = { input: number; output: number };

/** Counts what is asked of a model, and refuses calls above the limits that its owner has set. */
export type Meter = {
  /**
   * Counts a call with an estimate of what goes in. Throws a ModelError of the kind `requests_limited`, `tokens_limited`
   * or `price_limited`. The result puts what was really used in the place of the estimate; it never fails.
   */
  enter: (call: { requests: number; input: number }) => Promise<(used: Amount) => Promise<void>>;
};

/** A call is let in or refused as a whole, whatever its batches: what was begun is finished. */
async function count<T>(
  meter: Meter,
  call: { requests?: number; input: number },
  work: () => Promise<T>,
  amountOf: (answer: T) => Amount,
): Promise<T> {
  const settle = await meter.enter({ requests: 1, ...call });
  // As in what is booked: a call that failed used nothing.
  let used: Amount = { input: 0, output: 0 };
  try {
    const answer = await work();
    used = amountOf(answer);
    return answer;
  } finally {
    await settle(used);
  }
}

const amountOf = ({ usage }: { usage: { promptTokens: number; completionTokens: number } }): Amount => ({
  input: usage.promptTokens,
  output: usage.completionTokens,
});

const sumTokens = (texts: readonly string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0);

function chat(model: ChatModel, meter: Meter): ChatModel {
  return {
    ...model,
    async *stream(request) {
      const { promptTokens } = estimateUsage(request, '');
      const settle = await meter.enter({ requests: 1, input: promptTokens });
      let used: Amount | undefined;
      let written: string | undefined;
      try {
        for await (const event of model.stream(request)) {
          if (event.type === 'finish') used = amountOf(event);
          else written = (written ?? '') + ('text' in event ? event.text : '');
          yield event;
        }
      } finally {
        const broken =
          written === undefined
            ? { input: 0, output: 0 }
            : { input: promptTokens, output: estimateTokens(written) };
        await settle(used ?? broken);
      }
    },
  };
}

function embedding(model: EmbeddingModel, meter: Meter, batch: BatchLimits | undefined): EmbeddingModel {
  return {
    ...model,
    embed: (texts, options) =>
      count(
        meter,
        { requests: batch ? splitIntoBatches(texts, batch).length : 1, input: sumTokens(texts) },
        () => model.embed(texts, options),
        amountOf,
      ),
  };
}

function rerank(model: RerankModel, meter: Meter, batch: BatchLimits | undefined): RerankModel {
  return {
    ...model,
    rerank: (query, texts, options) => {
      const requests = batch ? Math.ceil(texts.length / batch.texts) : 1;
      const input = sumTokens(texts) + requests * estimateTokens(query);
      return count(meter, { requests, input }, () => model.rerank(query, texts, options), amountOf);
    },
  };
}

function vision(model: VisionModel, meter: Meter): VisionModel {
  return {
    ...model,
    // What a picture comes to is known afterwards.
    read: (picture, request) =>
      count(meter, { input: estimateTokens(request.prompt) }, () => model.read(picture, request), amountOf),
  };
}

function speech(model: SpeechModel, meter: Meter): SpeechModel {
  return {
    ...model,
    transcribe: (...request) => count(meter, { input: 0 }, () => model.transcribe(...request), amountOf),
  };
}

function voice(model: VoiceModel, meter: Meter): VoiceModel {
  return {
    ...model,
    speak: (text, options) =>
      count(
        meter,
        { input: text.length },
        () => model.speak(text, options),
        () => ({ input: text.length, output: 0 }),
      ),
  };
}

/** A model behind a meter, by type. */
export const metered = { chat, embedding, rerank, vision, speech, voice };
