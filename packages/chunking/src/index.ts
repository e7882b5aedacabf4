import type { ChunkMethodDescription, Language } from '@lectern/contract';
import { type ChunkMethod, describeChunkMethod } from './method.ts';
import { chunkMethods } from './methods/index.ts';

export * from './chunk.ts';
export * from './coverage/measure-coverage.ts';
export * from './edit/join-texts.ts';
export * from './method.ts';
export { cutContents } from './structure/cut-contents.ts';
export { type CountTokens, loadTokenCounter, watchCounting } from './tokens.ts';
export { chunkMethods };

/** The chunk method of that id. Throws when there is none. */
export function getChunkMethod(id: string): ChunkMethod {
  const method = chunkMethods.find((candidate) => candidate.id === id);
  if (!method) throw new Error(`no chunk method is called ${id}`);
  return method;
}

/** What a chunk method is called; one that is not known is called by its id. */
export function nameChunkMethod(id: string, language: Language): string {
  return chunkMethods.find((candidate) => candidate.id === id)?.texts[language].name ?? id;
}

/** The catalogue of chunk methods as data: names, accepted formats, options with their form. */
export function describeChunkMethods(language: Language): ChunkMethodDescription[] {
  return chunkMethods.map((method) => describeChunkMethod(method, language));
}
