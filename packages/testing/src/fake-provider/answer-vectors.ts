import { type Exchange, sendJson, sendTooLong } from './exchange.ts';
import { hashVector } from './hash-vector.ts';

/** Vectors by hash, in base64 when that is asked for and understood. */
export function answerEmbeddings(exchange: Exchange): void {
  const { body, response, dialect, fault, options } = exchange;
  const input = typeof body.input === 'string' ? [body.input] : ((body.input ?? []) as string[]);
  if (options.longestInput !== undefined && input.some((text) => text.length > options.longestInput!)) {
    sendTooLong(response);
    return;
  }
  const dimensions = (options.dimensions ?? 64) + (fault?.kind === 'wrong_vector_size' ? 1 : 0);
  const texts = fault?.kind === 'wrong_vector_count' ? input.slice(1) : input;
  const vectors = texts.map((text) => hashVector(text, dimensions));
  if (fault?.kind === 'zero_vector') vectors[0]?.fill(0);
  const promptTokens = input.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  if (dialect === 'ollama') {
    sendJson(exchange, { model: body.model, embeddings: vectors, prompt_eval_count: promptTokens });
    return;
  }
  const asBase64 = body.encoding_format === 'base64' && options.base64 !== false;
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: asBase64 ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector,
  }));
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens };
  // Backwards, because the protocol promises an index and not an order.
  sendJson(exchange, { object: 'list', model: body.model, data: data.reverse(), usage });
}

/** Scores by the share of the query's words that a text holds. */
export function answerRerank(exchange: Exchange): void {
  const { body } = exchange;
  const words = wordsOf(String(body.query));
  const results = ((body.documents ?? []) as string[]).map((text, index) => {
    const found = wordsOf(text);
    const shared = [...words].filter((word) => found.has(word)).length;
    return { index, relevance_score: shared / Math.max(1, words.size) };
  });
  results.sort((a, b) => b.relevance_score - a.relevance_score);
  sendJson(exchange, { model: body.model, results, usage: { total_tokens: 10 * results.length } });
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
