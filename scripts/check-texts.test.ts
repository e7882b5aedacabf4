import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkTexts, compareCatalogues, findHardCodedTexts } from './check-texts.ts';

const texts = (source: string) => findHardCodedTexts(source).map(({ text }) => text);

describe('texts in components', () => {
  it('finds text between tags, with its line', () => {
    expect(findHardCodedTexts('const a = (\n  <p>\n    <b>Save it</b>\n  </p>\n);')).toEqual([
      { line: 3, text: 'Save it' },
    ]);
  });

  it('finds text in attributes that people see, also in expressions', () => {
    expect(texts('<a aria-label="Close" className="big" />')).toEqual(['Close']);
    expect(texts("<a title={open ? 'Hide' : t('show')} />")).toEqual(['Hide']);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    expect(texts('<a label={`Page ${page}`} />')).toEqual(['Page …']);
    expect(texts("<p>{count > 0 && 'Some'}</p>")).toEqual(['Some']);
  });

  it('finds text in options such as those of a modal', () => {
    expect(texts("open({ title: 'Delete it?' })")).toEqual(['Delete it?']);
  });

  it('lets keys, numbers, signs, names of classes and generics pass', () => {
    expect(
      texts("const a = f<string>(x); <p key='home' id=\"main\">{t('nav.home')} · 3 % {'–'}</p>"),
    ).toEqual([]);
    expect(texts("const entries = [{ title: 'settings.account', to: '/home' }]")).toEqual([]);
  });
});

describe('catalogues', () => {
  it('tells what a language lacks, has too much, or says with other placeholders', () => {
    const english = { list: { a: 'A {{name}}', b: 'B' }, c: 'C' };
    expect(compareCatalogues(english, { list: { a: 'A {{nom}}' }, c: '', d: 'D' }, 'zh')).toEqual([
      'list.a has other placeholders than in English',
      'list.b is missing',
      'c is empty',
      'd is not in English',
    ]);
  });

  it('wants no-break spaces in French', () => {
    const french = (text: string) => compareCatalogues({ a: 'A' }, { a: text }, 'fr');
    expect(french('Vraiment ?')).toHaveLength(1);
    expect(french('« Oui »')).toHaveLength(1);
    expect(french('Vraiment\u202f?')).toEqual([]);
    expect(french('«\u00a0Oui\u00a0»\u00a0: à 12:30, http://a.b')).toEqual([]);
  });
});

it('holds for the whole web application', async () => {
  expect(await checkTexts(resolve(import.meta.dirname, '..'))).toEqual([]);
});
