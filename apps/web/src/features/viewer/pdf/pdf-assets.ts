/**
 * The tables, fonts and decoders that pdf.js asks for by name while it reads a file. They are taken
 * through the bundler, so that they have hashed names and come from our own origin, one by one when needed.
 */
const urls = import.meta.glob<string>(
  [
    '../../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  ],
  { query: '?url&no-inline', import: 'default', eager: true },
);

const urlOfName = new Map(
  Object.entries(urls).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/** What pdf.js calls in place of its own loader, which wants whole folders at fixed addresses. */
export class PdfAssetFactory {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = urlOfName.get(filename);
    if (url === undefined) throw new Error(`pdf.js asked for an unknown file: ${filename}`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`pdf.js file ${filename}: status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
