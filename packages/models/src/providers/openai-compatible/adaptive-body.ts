import type { ModelError } from '../../ports.ts';

/**
 * Servers that call themselves compatible refuse different optional fields. A field that was refused
 * once is not sent again by the same model: renamed when a successor is known, else left out.
 */
export type AdaptiveBody = {
  /** The body without what this server refused so far. */
  apply: (body: Record<string, unknown>) => Record<string, unknown>;
  /** Whether the refusal names an optional field that can be left out, so that asking again makes sense. */
  learn: (error: ModelError, sent: Record<string, unknown>) => boolean;
};

const successors: Record<string, string> = { max_tokens: 'max_completion_tokens' };
const optionalFields = [
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'encoding_format',
  'dimensions',
  'return_documents',
  'top_n',
  'response_format',
  'timestamp_granularities',
];
const refusal =
  /unsupported|not support|unrecogni[sz]ed|unknown|extra (inputs|fields)|not permitted|not allowed|not compatible|unexpected|invalid|only the default|deprecated|cannot both/i;

/** `refused` outlives the model: it is read and added to. */
export function createAdaptiveBody(refused: Set<string>): AdaptiveBody {
  return {
    apply: (body) => {
      const result: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(body)) {
        if (value === undefined) continue;
        if (!refused.has(name)) result[name] = value;
        else if (successors[name] !== undefined && !refused.has(successors[name]))
          result[successors[name]] = value;
      }
      return result;
    },
    learn: (error, sent) => {
      if (error.kind !== 'bad_request' || error.detail === undefined || !refusal.test(error.detail))
        return false;
      // The earliest mention is the culprit; later ones are advice ("use max_completion_tokens instead").
      const named = optionalFields
        .map((name) => ({ name, at: error.detail!.search(new RegExp(`\\b${name}\\b`)) }))
        .filter(({ name, at }) => at >= 0 && name in sent)
        .sort((a, b) => a.at - b.at)[0];
      if (named === undefined) return false;
      refused.add(named.name);
      return true;
    },
  };
}

/** Sends, and sends again without the refused field, at most once for each optional field. */
export async function sendAdapting<T>(
  adaptive: AdaptiveBody,
  body: Record<string, unknown>,
  send: (body: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const sent = adaptive.apply(body);
    try {
      return await send(sent);
    } catch (error) {
      if (attempt >= optionalFields.length || !adaptive.learn(error as ModelError, sent)) throw error;
    }
  }
}
