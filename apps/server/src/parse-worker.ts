import { readFile } from 'node:fs/promises';
import { startParserWorker } from '@lectern/adapters';
import { renderPdfPage } from '@lectern/parsing';
import type { DrawPageRequest } from './features/documents/parse-file.ts';
import { cutFile, previewFile } from './features/documents/worker/cut-file.ts';

// The program of a parser process: everything that needs a whole document in memory happens here.

async function drawPage({ path, page, width }: DrawPageRequest): Promise<Uint8Array> {
  return renderPdfPage(await readFile(path), page, { widthPx: width });
}

await startParserWorker({ cutFile, previewFile, drawPage });
