import { readFile } from 'node:fs/promises';
import { listPagesOfFile, recognisePagesOfFile, startParserWorker } from '@lectern/adapters';
import { drawPagePicture } from '@lectern/parsing';
import type { DrawPageRequest } from './features/documents/parse-file.ts';
import { cutFile, previewFile } from './features/documents/worker/cut-file.ts';

// The program of a parser process: everything that needs a whole document in memory happens here.

async function drawPage({ path, name, page, width }: DrawPageRequest): Promise<Uint8Array> {
  return drawPagePicture({ name, bytes: await readFile(path) }, page, { widthPx: width });
}

await startParserWorker({
  cutFile,
  previewFile,
  drawPage,
  listPages: listPagesOfFile,
  recognisePages: recognisePagesOfFile,
});
