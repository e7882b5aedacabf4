import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const COMPRESSIBLE = /\.(?:js|mjs|css|html|svg|json|wasm|map)$/;
/** Smaller files fit into a packet or two as they are. */
const MIN_BYTES = 1_024;
/** Higher qualities take many times as long for a few percent, and the first start waits for it. */
const BROTLI_QUALITY = 6;

/** Writes `.br` and `.gz` next to every file of a built site that gets smaller by it: the server sends them as they are. */
export async function compressAssets(folder) {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => COMPRESSIBLE.test(path) && statSync(path).size >= MIN_BYTES);
  await Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(path);
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
      const [brotli, gzipped] = await Promise.all([
        compressBrotli(bytes, options),
        compressGzip(bytes, { level: 6 }),
      ]);
      if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
      if (gzipped.length < bytes.length) writeFileSync(`${path}.gz`, gzipped);
    }),
  );
}
