import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CutLine, cutFiles } from './requests.ts';

/** The chunks of a cut that was written into the folder, in order. */
export async function* readLines(folder: string): AsyncGenerator<CutLine> {
  const input = createReadStream(join(folder, cutFiles.chunks));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line) as CutLine;
}

export async function writeLines(folder: string, lines: Iterable<CutLine>): Promise<void> {
  function* write() {
    for (const line of lines) yield `${writeLine(line)}\n`;
  }
  await pipeline(Readable.from(write()), createWriteStream(join(folder, cutFiles.chunks)));
}

/** Readers of lines end one at these two as well, which JSON leaves as they are. */
function writeLine(line: CutLine): string {
  return JSON.stringify(line).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
