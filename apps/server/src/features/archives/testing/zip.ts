import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

/** A ZIP of these entries, also of names that a writer of ZIPs refuses. */
export async function packZip(entries: Map<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  const hidden = new Map<string, string>();
  for (const [name, bytes] of entries) {
    // As long, and put back below.
    const harmless = name.replaceAll('..', 'zz');
    if (harmless !== name) hidden.set(harmless, name);
    zip.addBuffer(bytes, harmless);
  }
  zip.end();
  const packed = await buffer(zip.outputStream as NodeJS.ReadableStream);
  for (const [harmless, name] of hidden)
    for (let at = packed.indexOf(harmless); at >= 0; at = packed.indexOf(harmless, at))
      packed.write(name, at);
  return packed;
}
