import { createRequire } from 'node:module';
import type { Jieba } from '@node-rs/jieba';

const require = createRequire(import.meta.url);
let jieba: Jieba | undefined;

/** Chinese words in order, together exactly the text. The dictionary (5 MB) is loaded at the first Chinese text. */
export function segmentChinese(simplified: string): string[] {
  if (simplified.length === 1) return [simplified];
  jieba ??= loadJieba();
  return jieba.cut(simplified, true);
}

function loadJieba(): Jieba {
  const library: typeof import('@node-rs/jieba') = require('@node-rs/jieba');
  const dictionary: typeof import('@node-rs/jieba/dict.js') = require('@node-rs/jieba/dict.js');
  return library.Jieba.withDict(dictionary.dict);
}
