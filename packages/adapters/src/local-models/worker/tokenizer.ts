import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import type { TextModelManifest } from '../folder/manifest.ts';

/** What a model reads of one text, or of two. */
export type Tokens = { ids: number[]; types: number[] };

export type TextReader = {
  /** Cut to the longest input of the model; its special tokens stay. */
  read: (text: string) => Tokens;
  /** The second text is cut before the first. */
  readPair: (first: string, second: string) => Tokens;
};

/** The part of the library that is used; its own types are not found. */
type Encoder = {
  encode: (
    text: string,
    options: { text_pair?: string; add_special_tokens?: boolean; return_token_type_ids?: boolean },
  ) => { ids: number[]; token_type_ids?: number[] };
};

/** No token is longer than this on average, so what lies beyond would be cut anyway: it is not even read. */
const charactersPerToken = 16;

export function openTextReader(folder: string, manifest: TextModelManifest): TextReader {
  const readJson = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as object;
  const config = manifest.tokenizerConfig === null ? {} : readJson(manifest.tokenizerConfig);
  const tokenizer: Encoder = new Tokenizer(readJson(manifest.tokenizer), config);
  const { maxTokens } = manifest;
  const longest = maxTokens * charactersPerToken;

  const plain = (text: string) => tokenizer.encode(text.slice(0, longest), { add_special_tokens: false }).ids;
  const whole = (first: string, second?: string): Tokens => {
    const { ids, token_type_ids: types = [] } = tokenizer.encode(first, {
      ...(second === undefined ? {} : { text_pair: second }),
      return_token_type_ids: true,
    });
    return { ids, types };
  };

  // What the model wants around a text is the same for every text.
  const sample = plain('a');
  const wrapped = whole('a').ids;
  const begin = wrapped.findIndex((_, at) => sample.every((id, offset) => wrapped[at + offset] === id));
  const before = wrapped.slice(0, Math.max(0, begin));
  const after = wrapped.slice(before.length + sample.length);

  return {
    read: (text) => {
      const body = plain(text).slice(0, Math.max(1, maxTokens - before.length - after.length));
      const ids = [...before, ...body, ...after];
      return { ids, types: new Array<number>(ids.length).fill(0) };
    },
    readPair: (first, second) => {
      const short = first.slice(0, longest);
      const pair = whole(short, second.slice(0, longest));
      const over = pair.ids.length - maxTokens;
      if (over <= 0) return pair;
      // The end is kept: it is a special token.
      const keep = pair.ids.length - after.length - over;
      return {
        ids: [...pair.ids.slice(0, keep), ...pair.ids.slice(-after.length)],
        types: [...pair.types.slice(0, keep), ...pair.types.slice(-after.length)],
      };
    },
  };
}
