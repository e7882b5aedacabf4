import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeChunkMethods } from '@lectern/chunking';
import { chunkKinds, modelWorks, ocrModes, parseStages, profileIds } from '@lectern/contract';
import type { ParseWarningCode } from '@lectern/parsing';
import { describe, expect, it } from 'vitest';
import { methodDrawings } from '../apps/web/src/features/chunk-methods/gallery/method-drawings.ts';
import { knowledge as english } from '../apps/web/src/locales/en/knowledge.ts';
import { knowledge as french } from '../apps/web/src/locales/fr/knowledge.ts';
import { knowledge as chinese } from '../apps/web/src/locales/zh/knowledge.ts';
import { knowledge as traditional } from '../apps/web/src/locales/zh-traditional/knowledge.ts';
import { flattenCatalogue } from './check-texts.ts';
import { writeComponentGuide } from './component-guide.ts';

/** What the server sends as ids and keys, and people read as words: the catalogues cannot know it by themselves. */
const root = resolve(import.meta.dirname, '..');
const catalogues = Object.entries({
  en: english,
  fr: french,
  zh: chinese,
  'zh-traditional': traditional,
}).map(([language, catalogue]) => ({ language, texts: flattenCatalogue(catalogue) }));
const methods = describeChunkMethods('en');

/** Keys that a language has no words for, also none by number. */
function findMissing(texts: ReadonlyMap<string, string>, keys: readonly string[]): string[] {
  return keys.filter((key) => !texts.get(key)?.trim() && !texts.get(`${key}_other`)?.trim());
}

/** The parser's own warnings: the type check fails here when one is added. */
const warnings: Record<ParseWarningCode, true> = {
  page_needs_ocr: true,
  page_not_recognised: true,
  page_unreadable: true,
  text_truncated: true,
  table_truncated: true,
  sheet_truncated: true,
  image_skipped: true,
  encoding_guessed: true,
  attachment_skipped: true,
  converter_missing: true,
  needs_transcription: true,
  structure_lost: true,
};

/** What matches in the sources of a folder, tests left out. */
function collect(folder: string, pattern: RegExp): string[] {
  const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .flatMap((name) => [...readFileSync(join(root, folder, name), 'utf8').matchAll(pattern)]);
  return [...new Set(found.map(([, key]) => key!))];
}

describe.each(catalogues)('in $language', ({ texts }) => {
  it('every profile, kind of chunk, stage and piece of work is called something', () => {
    const keys = [
      ...profileIds.flatMap((id) => [`profiles.${id}.name`, `profiles.${id}.text`]),
      ...chunkKinds.filter((kind) => kind !== 'text').map((kind) => `kinds.${kind}`),
      ...ocrModes.flatMap((mode) => [`reading.ocrModes.${mode}.name`, `reading.facts.ocr.${mode}`]),
      ...parseStages.map((stage) => `stages.${stage}`),
      ...modelWorks.map((work) => `estimate.works.${work}`),
    ];
    expect(findMissing(texts, keys)).toEqual([]);
  });

  it('every message of a parse can be read', () => {
    const said = collect(
      'apps/server/src/features/parsing',
      /progressMessage\([^;]{0,80}?'([a-z_]+\.[a-z_]+)'/g,
    );
    const notes = collect('packages/chunking/src', /\bkey: '([a-z_]+)'/g).map((key) => `note.${key}`);
    const read = Object.keys(warnings).map((code) => `warning.${code}`);
    expect(said).toContain('parse.reading');
    expect(notes).toContain('note.table_totals');
    expect(
      findMissing(
        texts,
        [...said, ...notes, ...read].map((key) => `progress.${key}`),
      ),
    ).toEqual([]);
  });
});

it('no drawing is left of a chunk method that went', () => {
  const ids = methods.map(({ id }) => id);
  expect(Object.keys(methodDrawings).filter((id) => !ids.includes(id))).toEqual([]);
});

it('the guide calls every chunk method as the interface does', () => {
  const guide = readFileSync(join(root, 'docs/guide/chunk-methods.md'), 'utf8');
  const names = methods.map(({ name }) => name);
  expect(names.filter((name) => !guide.includes(`**${name}**`))).toEqual([]);
});

it('the guide of flow components is what the registry says', () => {
  const guide = readFileSync(join(root, 'docs/guide/flow-components.md'), 'utf8');
  expect(guide, 'run node scripts/component-guide.ts').toBe(writeComponentGuide());
});
