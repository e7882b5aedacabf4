import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ChunkLine, chunkFiles } from './requests.ts';

/** The chunks of a cut that was written into the folder, in order. */
export async function* readLines(folder: string): AsyncGenerator<ChunkLine> {
  const input = createReadStream(join(folder, chunkFiles.chunks));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line) as ChunkLine;
}

export async function writeLines(folder: string, lines: Iterable<ChunkLine>): Promise<void> {
  function* write() {
    for (const line of lines) yield `${writeLine(line)}\n`;
  }
  await pipeline(Readable.from(write()), createWriteStream(join(folder, chunkFiles.chunks)));
}

/** Readers of lines end one at these two as well, which JSON leaves as they are. */
function writeLine(line: ChunkLine): string {
  return JSON.stringify(line).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
