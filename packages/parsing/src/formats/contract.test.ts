import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileExtension } from '../detect-format.ts';
import { documentText, type ParsedDocument } from '../parsed-document.ts';
import { readDocument } from '../read-document.ts';
import { renderDocumentHtml } from '../render-html.ts';
import { SAMPLES } from '../testing/samples.ts';
import { formats } from './index.ts';

const withoutSample = ['pdf', 'ppt', 'audio'];

describe('the registry', () => {
  it('lists every file in the folder', async () => {
    const files = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts',
    );
    for (const file of files) {
      const exported = Object.values(
        (await import(/* @vite-ignore */ `./${file}`)) as Record<string, unknown>,
      );
      expect(formats, file).toEqual(expect.arrayContaining(exported));
    }
    expect(files).toHaveLength(formats.length);
  });

  it('gives every id, extension and media type to one format', () => {
    for (const values of [
      formats.map((format) => format.id),
      formats.flatMap((format) => format.extensions),
      formats.flatMap((format) => format.mediaTypes),
    ]) {
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it('has a sample of every format but those with tests of their own', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(
      formats
        .map((format) => format.id)
        .filter((id) => !withoutSample.includes(id))
        .sort(),
    );
  });
});

/** What every reader promises about every document. */
function expectSound(document: ParsedDocument): void {
  const text = documentText(document);
  const headings = new Map(
    document.blocks.filter((block) => block.type === 'heading').map((block) => [block.id, block]),
  );
  expect(new Set(document.blocks.map((block) => block.id)).size).toBe(document.blocks.length);
  for (const block of document.blocks) {
    expect(text.slice(block.charRange.start, block.charRange.end)).toBe(block.text);
    expect(block.text).not.toMatch(/[\0\r\u00ad]/);
    expect(block.text.isWellFormed()).toBe(true);
    const levels = block.sectionPath.map((id) => headings.get(id)?.level);
    expect(levels).not.toContain(undefined);
    expect(levels).toEqual([...levels].sort((a, b) => a! - b!));
    if (block.type === 'heading') for (const level of levels) expect(level!).toBeLessThan(block.level!);
    if (block.type === 'table') expect(block.table?.rows.length).toBeGreaterThan(0);
    if (block.page !== undefined) expect(block.page).toBeLessThanOrEqual(document.pages.length);
    for (const box of block.boxes) {
      for (const value of [box.x0, box.y0, box.x1, box.y1]) expect(value >= 0 && value <= 1).toBe(true);
      expect(box.x0 < box.x1 && box.y0 < box.y1).toBe(true);
    }
  }
}

describe.each(Object.entries(SAMPLES))('%s', (id, input) => {
  it('keeps the promises of the block model', async () => {
    const document = await readDocument(input);
    expect(document.format).toBe(id);
    expect(document.blocks.length).toBeGreaterThan(0);
    expectSound(document);
  });

  it('gives the same ids every time', async () => {
    const [first, second] = [await readDocument(input), await readDocument(input)];
    expect(first).toEqual(second);
    expect(renderDocumentHtml(first)).toBe(renderDocumentHtml(second));
  });

  it('is rendered with every block at its place', async () => {
    const document = await readDocument(input);
    const html = renderDocumentHtml(document);
    for (const block of document.blocks) expect(html).toContain(`data-block-id="${block.id}"`);
    expect(html).not.toMatch(/<script|<style|\ssrc=(?!"data:image\/(?:png|jpeg|gif|webp);base64,)|\son\w+=/i);
  });

  it('fails clearly when it is empty', async () => {
    await expect(readDocument({ ...input, bytes: new Uint8Array() })).rejects.toMatchObject({
      reason: 'empty',
    });
  });

  it('is read from the middle of a larger buffer', async () => {
    const larger = new Uint8Array(input.bytes.length + 74).fill(65);
    larger.set(input.bytes, 37);
    const bytes = larger.subarray(37, 37 + input.bytes.length);
    expect(await readDocument({ ...input, bytes })).toEqual(await readDocument(input));
  });

  it('fails clearly or reads what is left when it is cut in half', async () => {
    const half = { ...input, bytes: input.bytes.subarray(0, input.bytes.length >> 1) };
    const outcome = await readDocument(half).then(expectSound, (error: unknown) => error);
    if (outcome !== undefined) expect(outcome).toMatchObject({ name: 'UnreadableFileError' });
  });

  it('is refused under the name of another binary format', async () => {
    const other = fileExtension(input.name) === 'pptx' ? 'odt' : 'pptx';
    await expect(readDocument({ ...input, name: `a.${other}` })).rejects.toMatchObject({
      reason: 'mislabelled',
    });
  });
});
