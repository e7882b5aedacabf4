import { createRequire } from 'node:module';
import type { Jieba } from '@node-rs/jieba';
import { foldTraditional } from './traditional-chinese.ts';

const require = createRequire(import.meta.url);
let jieba: Jieba | undefined;

/** Chinese words in order, together exactly the text. The dictionary (5 MB) is loaded at the first Chinese text. */
export function segmentChinese(simplified: string): string[] {
  if (simplified.length === 1) return [simplified];
  jieba ??= loadJieba();
  return jieba.cut(simplified, true);
}

/** A Chinese word as written in the text, with its part of speech: nr a person, ns a place, nt an organisation, … */
export type TaggedWord = { word: string; tag: string; start: number; end: number };

/** The words of a text of Chinese characters, traditional or simplified, with their parts of speech. */
export function tagChinese(text: string): TaggedWord[] {
  jieba ??= loadJieba();
  let at = 0;
  // One character stands for one, so that places in the folded text are places in the text.
  return jieba.tag(foldTraditional(text), true).map(({ tag, word }) => {
    const start = at;
    at += word.length;
    return { word: text.slice(start, at), tag, start, end: at };
  });
}

function loadJieba(): Jieba {
  const library: typeof import('@node-rs/jieba') = require('@node-rs/jieba');
  const dictionary: typeof import('@node-rs/jieba/dict.js') = require('@node-rs/jieba/dict.js');
  return library.Jieba.withDict(dictionary.dict);
}
