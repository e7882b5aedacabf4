import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument } from '@lectern/parsing';
import { buildZipFile } from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConverter, createPageLayout, findLibreOffice } from './libreoffice.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'libreoffice-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that takes the arguments of LibreOffice and does what the script says; `$out` and `$in` are set. */
async function scriptProgram(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(
    path,
    `#!/bin/sh
[ "$1" = --version ] && { echo "LibreOffice 7.6.1.2 abc"; exit 0; }
for argument; do [ "$before" = --outdir ] && out=$argument; before=$argument; done
in=$argument
${script}`,
  );
  await chmod(path, 0o755);
  return path;
}

const rtf = Buffer.from('{\\rtf1\\ansi Ducks swim.\\par}');
const conversion = { from: 'rtf', to: 'docx' } as const;
const left = async () => (await readdir(folder)).filter((name) => name.startsWith('lectern-conversion-'));

describe('a converter', () => {
  it('is found by its name, or by the next one', async () => {
    const program = await scriptProgram('found', '');
    expect(await findLibreOffice(['no-such-program', program])).toEqual({ program, version: '7.6.1.2' });
    const other = await scriptProgram('other', '');
    await writeFile(other, '#!/bin/sh\necho something else');
    expect(await findLibreOffice(['no-such-program', other])).toBeUndefined();
  });

  it('hands over the file, a closed profile and a home of its own, and takes all of it away', async () => {
    const program = await scriptProgram(
      'echo',
      'mkdir "$out"; { cat "$in"; echo "$HOME"; cat "$HOME"/profile/user/*.xcu; } > "$out/original.docx"',
    );
    const bytes = await createConverter({ program, version: '1' }, { folder })(rtf, conversion);
    const text = Buffer.from(bytes).toString();
    expect(text).toContain('Ducks swim.');
    expect(text).toContain(join(folder, 'lectern-conversion-'));
    expect(text).toContain('BlockUntrustedRefererLinks');
    expect(await left()).toEqual([]);
  });

  it('refuses what is no such file before the program sees it', async () => {
    const program = await scriptProgram('seen', `touch "${join(folder, 'was-seen')}"`);
    const converter = createConverter({ program, version: '1' }, { folder });
    await expect(converter(Buffer.from('only words'), conversion)).rejects.toMatchObject({
      reason: 'mislabelled',
    });
    await expect(converter(rtf, { from: 'ppt', to: 'pptx' })).rejects.toMatchObject({
      reason: 'mislabelled',
    });
    expect(await readdir(folder)).not.toContain('was-seen');
  });

  it('takes away what a killed process has left, and nothing that may be in use', async () => {
    const [old, recent] = ['old', 'new'].map((name) => join(folder, `lectern-conversion-${name}`)) as [
      string,
      string,
    ];
    for (const path of [old, recent]) await mkdir(path);
    await utimes(old, 0, 0);
    const program = await scriptProgram('copy', 'cp "$in" "$out/original.docx"');
    await createConverter({ program, version: '1' }, { folder })(rtf, conversion);
    expect(await left()).toEqual(['lectern-conversion-new']);
    await rm(recent, { recursive: true });
  });

  it('bounds a conversion of several steps as a whole, and what comes of it', async () => {
    const program = await scriptProgram('slow-steps', 'sleep 0.2; echo "<x/>" > "$out/original.fods"');
    const sheet = join(folder, 'sheet.ods');
    await writeFile(sheet, buildZipFile({ mimetype: 'x' }));
    const layOut = createPageLayout({ program, version: '7.6' }, { folder, timeLimitMs: 300 });
    await expect(layOut({ path: sheet, format: 'ods' }, async () => 'done')).rejects.toMatchObject({
      reason: 'time_limit',
    });
    const huge = await scriptProgram('huge', 'truncate -s 200M "$out/original.pdf"');
    const unbounded = createPageLayout({ program: huge, version: '7.6' }, { folder });
    const text = join(folder, 'text.rtf');
    await writeFile(text, rtf);
    await expect(unbounded({ path: text, format: 'rtf' }, async () => 'done')).rejects.toMatchObject({
      reason: 'too_large_unpacked',
    });
    expect(await left()).toEqual([]);
  });

  it('says what went wrong', async () => {
    const mute = await scriptProgram('mute', 'echo "source file could not be loaded" >&2; exit 0');
    await expect(
      createConverter({ program: mute, version: '1' }, { folder })(rtf, conversion),
    ).rejects.toMatchObject({ reason: 'broken', detail: 'LibreOffice: source file could not be loaded' });
    const slow = await scriptProgram('slow', 'sleep 60');
    const impatient = createConverter({ program: slow, version: '1' }, { folder, timeLimitMs: 200 });
    await expect(impatient(rtf, conversion)).rejects.toMatchObject({ reason: 'time_limit' });
    expect(await left()).toEqual([]);
  });

  it('converts one file after the other', async () => {
    const log = join(folder, 'log');
    const program = await scriptProgram(
      'logging',
      `echo begin >> "${log}"; sleep 0.1; echo end >> "${log}"; mkdir "$out"; cp "$in" "$out/original.docx"`,
    );
    const converter = createConverter({ program, version: '1' }, { folder });
    const other = createConverter({ program, version: '1' }, { folder });
    await Promise.all([converter(rtf, conversion), other(rtf, conversion), converter(rtf, conversion)]);
    expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual(
      Array.from({ length: 3 }, () => ['begin', 'end']).flat(),
    );
  });
});

const namespaces = ['office', 'text', 'table', 'style', 'presentation', 'drawing:draw', 'svg-compatible:svg']
  .map((entry) => entry.split(':'))
  .map(([name, prefix]) => `xmlns:${prefix ?? name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

function buildOpenDocument(kind: 'presentation' | 'spreadsheet', body: string, styles = ''): Uint8Array {
  const mimetype = `application/vnd.oasis.opendocument.${kind}`;
  return buildZipFile({
    mimetype,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/></manifest:manifest>`,
    'content.xml': `<office:document-content ${namespaces}>${styles}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  });
}

const installed = await findLibreOffice();
const title = installed
  ? `LibreOffice ${installed.version} itself`
  : 'LibreOffice itself: SKIPPED, THE PROGRAM IS NOT INSTALLED HERE';

describe.skipIf(installed === undefined)(title, { timeout: 120_000 }, () => {
  it('turns RTF into DOCX that our reader reads', async () => {
    const bytes = await createConverter(installed!, { folder })(rtf, conversion);
    const document = await readDocument({ name: 'a.docx', bytes });
    expect(document.blocks.map(({ text }) => text)).toEqual(['Ducks swim.']);
    expect(await left()).toEqual([]);
  });

  it('lays a wide sheet out as one page, and a hidden slide as a page of its own', async () => {
    const cells = Array.from(
      { length: 40 },
      (_, n) =>
        `<table:table-cell office:value-type="string"><text:p>column ${n}</text:p></table:table-cell>`,
    );
    const sheet = `<table:table table:name="Wide"><table:table-row>${cells.join('')}</table:table-row></table:table>`;
    const slide = (style: string, text: string) =>
      `<draw:page draw:style-name="${style}"><draw:frame svg:width="5cm" svg:height="5cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`;
    const hidden = `<office:automatic-styles><style:style style:name="hidden" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style></office:automatic-styles>`;
    const readPages = async (format: 'ods' | 'odp', bytes: Uint8Array) => {
      const path = join(folder, `pages.${format}`);
      await writeFile(path, bytes);
      return createPageLayout(installed!, { folder })({ path, format }, async (pdf) => {
        const { pages, blocks } = await readDocument({ name: 'a.pdf', bytes: await readFile(pdf) });
        return { pages: pages.length, text: blocks.map(({ text }) => text).join(' ') };
      });
    };
    const wide = await readPages('ods', buildOpenDocument('spreadsheet', sheet));
    expect(wide).toEqual({ pages: 1, text: expect.stringContaining('column 39') });
    const shown = slide('', 'Ducks swim.') + slide('hidden', 'Geese fly.') + slide('', 'Hens run.');
    const slides = await readPages('odp', buildOpenDocument('presentation', shown, hidden));
    expect(slides).toEqual({ pages: 3, text: expect.stringContaining('Geese fly.') });
    expect(await left()).toEqual([]);
  });

  it('makes nothing of an empty or damaged file', async () => {
    const converter = createConverter(installed!, { folder });
    await expect(converter(new Uint8Array(), conversion)).rejects.toMatchObject({ reason: 'mislabelled' });
    const damaged = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5_000, 7)]);
    await expect(converter(damaged, { from: 'ppt', to: 'pptx' })).rejects.toMatchObject({ reason: 'broken' });
  });

  it('loads nothing that a document names, neither from the network nor from this machine', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('from the network');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'from this machine');
    const link = `xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href`;
    const place = 'svg:width="5cm" svg:height="5cm"';
    const presentation = buildOpenDocument(
      'presentation',
      `<draw:page><draw:frame ${place}><draw:text-box><text:p>Ducks swim.</text:p></draw:text-box></draw:frame><draw:frame ${place}><draw:image ${link}="${address}/a.png"/></draw:frame><draw:frame ${place}><draw:image ${link}="file://${secret}"/></draw:frame></draw:page>`,
    );
    const bytes = await createConverter(installed!, { folder })(presentation, { from: 'odp', to: 'pdf' });
    const document = await readDocument({ name: 'a.pdf', bytes });
    server.close();
    expect(document.blocks.map(({ text }) => text)).toContain('Ducks swim.');
    expect(document.blocks.some(({ image }) => image)).toBe(false);
    expect(asked).toEqual([]);
  });
});
