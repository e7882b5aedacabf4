import { expect, it } from 'vitest';
import type { ParsedDocument } from '../../parsed-document.ts';
import { buildOdt } from '../../testing/build-zip.ts';
import { readOdt } from './read-odt.ts';

async function read(body: string, styles = ''): Promise<ParsedDocument> {
  return readOdt({ name: 'a.odt', bytes: buildOdt(body, styles) });
}

function outline(document: ParsedDocument): string[] {
  return document.blocks.map(
    (block) => `${block.type}${block.level ?? ''}: ${block.marker ? `${block.marker} ` : ''}${block.text}`,
  );
}

it('computes outline numbers and numbers of nested lists', async () => {
  const level = (at: number, kind: string, more: string) => `<text:${kind} text:level="${at}" ${more}/>`;
  const document = await read(
    `<text:h text:outline-level="1">A</text:h><text:h text:outline-level="2">B</text:h><text:h text:outline-level="2">C</text:h><text:h text:outline-level="1">D</text:h>
     <text:list text:style-name="L"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>deep</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>`,
    `<text:outline-style>${level(1, 'outline-level-style', 'style:num-format="I"')}${level(2, 'outline-level-style', 'style:num-format="1" style:num-suffix=")" text:display-levels="2"')}</text:outline-style>
     <text:list-style style:name="L">${level(1, 'list-level-style-number', 'style:num-format="1" style:num-suffix="."')}${level(2, 'list-level-style-bullet', '')}</text:list-style>`,
  );
  expect(outline(document)).toEqual([
    'heading1: I A',
    'heading2: I.1) B',
    'heading2: I.2) C',
    'heading1: II D',
    'list_item1: 1. one',
    'list_item2: • deep',
    'list_item1: 2. two',
  ]);
});

it('reads spans, repeated cells and header rows of tables', async () => {
  const cell = (text: string, more = '') =>
    `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
  const document = await read(
    `<table:table><table:table-header-rows><table:table-row>${cell('a')}${cell('b')}</table:table-row></table:table-header-rows>
     <table:table-row>${cell('wide', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row>
     <table:table-row>${cell('x', 'table:number-columns-repeated="2"')}</table:table-row>
     <table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
  );
  expect(document.blocks[0]!.table!.rows).toEqual([
    [
      { text: 'a', header: true },
      { text: 'b', header: true },
    ],
    [{ text: 'wide', colspan: 2 }],
    [{ text: 'x' }, { text: 'x' }],
  ]);
});

it('keeps spaces, tabs and notes, and leaves deleted text and indexes out', async () => {
  const document = await read(
    `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:table-of-content><text:p>Contents</text:p></text:table-of-content>
     <text:p>a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p>`,
  );
  expect(outline(document)).toEqual(['paragraph: a  b\tc\nd', 'footnote: 1 note']);
});

it('keeps how parts of a text look, and where their links lead', async () => {
  const style = (name: string, properties: string) =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;
  const span = (name: string, text: string) => `<text:span text:style-name="${name}">${text}</text:span>`;
  const { blocks } = await read(
    `<text:p>Area in m${span('Up', '2')} of ${span('Bold', `the ${span('Struck', 'old')}`)} <text:a xlink:href="https://example.org/">site</text:a></text:p>`,
    style('Up', 'style:text-position="super 58%"') +
      style('Bold', 'fo:font-weight="bold"') +
      style('Struck', 'style:text-line-through-style="solid"'),
  );
  const [first] = blocks;
  expect(first!.marks!.map(({ start, end, ...look }) => [first!.text.slice(start, end), look])).toEqual([
    ['2', { position: 'super' }],
    ['the ', { bold: true }],
    ['old', { bold: true, strike: true }],
    ['site', { href: 'https://example.org/' }],
  ]);
});
