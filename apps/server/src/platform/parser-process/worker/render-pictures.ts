import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chunk } from '@lectern/chunking';
import {
  type Conversion,
  encodePicture,
  type ImageContent,
  type ParsedDocument,
  renderPdfPage,
} from '@lectern/parsing';
import { openFileConverter } from './convert-file.ts';

/** Large enough to read the letters of a slide, small enough for a list of them. */
const pageWidth = 960;
/** A document of more pictures shows the first. */
const mostPictures = 1_000;

/**
 * Writes the pictures that chunks are shown with into the folder, each once: figures as written in the original,
 * pages of a PDF and, where a program converts them, slides drawn small. Gives the file's name by chunk; what cannot be drawn is left out.
 */
export async function renderPictures(
  chunks: Chunk[],
  options: {
    document: ParsedDocument;
    bytes: Uint8Array;
    folder: string;
    onProgress: (done: number, total: number) => void;
  },
): Promise<Map<Chunk, string>> {
  const { document, folder, onProgress } = options;
  const images = collectImages(document);
  const pages = chunks.some((chunk) => chunk.imagePage !== undefined) ? await findPages(options) : undefined;
  const written = new Map<string, string | undefined>();
  const pictures = new Map<Chunk, string>();
  const toDraw = Math.min(mostPictures, new Set(chunks.map(nameSource)).size);
  for (const chunk of chunks) {
    const image = chunk.imageBlockId === undefined ? undefined : images.get(chunk.imageBlockId);
    const page = pages ? chunk.imagePage : undefined;
    if (!image?.bytes && page === undefined) continue;
    const key = image?.bytes ? `block ${chunk.imageBlockId}` : `page ${page}`;
    if (!written.has(key)) {
      if (written.size >= mostPictures) continue;
      const picture = image?.bytes
        ? await encodePicture(image.bytes)
        : await renderPdfPage(pages as Uint8Array, page as number, { widthPx: pageWidth }).catch(
            () => undefined,
          );
      const name = `picture-${written.size}.jpg`;
      if (picture) await writeFile(join(folder, name), picture);
      written.set(key, picture && name);
      // Drawing is work too: a process that says nothing is taken for stuck.
      onProgress(written.size, toDraw);
    }
    const name = written.get(key);
    if (name !== undefined) pictures.set(chunk, name);
  }
  return pictures;
}

/** The same for chunks that are shown with the same picture. */
function nameSource({ imageBlockId, imagePage }: Chunk): string {
  return `${imageBlockId} ${imagePage}`;
}

const slideFormats: Record<string, Conversion['from']> = { pptx: 'pptx', ppt: 'ppt', odp: 'odp' };

/** The document as a PDF, from which its pages are drawn; undefined where it is none and becomes none. */
async function findPages({
  document,
  bytes,
  folder,
  onProgress,
}: {
  document: ParsedDocument;
  bytes: Uint8Array;
  folder: string;
  onProgress: (done: number, total: number) => void;
}): Promise<Uint8Array | undefined> {
  if (document.format === 'pdf') return bytes;
  const from = slideFormats[document.format];
  if (from === undefined) return undefined;
  return openFileConverter(folder, onProgress)(bytes, { from, to: 'pdf' }).catch(() => undefined);
}

function collectImages(document: ParsedDocument): Map<string, ImageContent> {
  const images = new Map<string, ImageContent>();
  const add = ({ blocks, children }: ParsedDocument) => {
    for (const { id, image } of blocks) if (image?.bytes) images.set(id, image);
    for (const child of children) add(child.document);
  };
  add(document);
  return images;
}
