import { readDocument, type Table } from '@lectern/parsing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { describe, expect, it } from 'vitest';
import { buildDocument, buildWords, readWritten } from '../testing/build-document.ts';
import { table } from './table.ts';

const readReal = (name: string) => readDocument(readRealDocument(name));

const INVOICES = `Facture;Client/Acheteur;Montant;Date;Payée (oui, non);Code postal;Taux;Note
F-01;Dupont;1 234,50 €;31/12/2025;oui;01000;5,5 %;
F-02;Léger;99,90 €;05/01/2026;non;75001;20 %;deuxième rappel
F-03;Martin;12,00 €;17/01/2026;oui;38000;n.d.;
Total;;1 346,40 €;;;;;
`;

describe('a sheet of invoices', () => {
  it('finds the type of each column and keeps every cell with it', async () => {
    const { chunks, tables } = await table.chunk(await readWritten('factures.csv', INVOICES), {});
    expect(tables).toHaveLength(1);
    expect(tables![0]!.columns.map(({ key, type }) => [key, type])).toEqual([
      ['facture', 'text'],
      ['client', 'text'],
      ['montant', 'number'],
      ['date', 'date'],
      ['payee', 'boolean'],
      ['code_postal', 'text'],
      ['taux', 'number'],
      ['note', 'text'],
    ]);
    expect(tables![0]!.columns[1]!.synonyms).toEqual(['Acheteur']);
    expect(tables![0]!.columns[4]!.examples).toEqual(['oui', 'non']);
    expect(chunks[0]).toMatchObject({
      kind: 'row',
      tableIndex: 0,
      text: 'Facture: F-01; Client/Acheteur: Dupont; Montant: 1 234,50 €; Date: 31/12/2025; Payée: oui; Code postal: 01000; Taux: 5,5 %',
      fields: {
        facture: 'F-01',
        client: 'Dupont',
        montant: 1234.5,
        date: '2025-12-31',
        payee: true,
        code_postal: '01000',
        taux: 5.5,
        note: null,
      },
    });
    expect(chunks[2]!.fields!.taux).toBeNull();
  });

  it('keeps a total as text, so that its figures are not added up again', async () => {
    const { chunks, tables, notes } = await table.chunk(await readWritten('factures.csv', INVOICES), {});
    expect(tables![0]!.rowCount).toBe(3);
    expect(chunks[3]).toMatchObject({ kind: 'table', text: 'Facture: Total; Montant: 1 346,40 €' });
    expect(chunks[3]!.fields).toBeUndefined();
    expect(notes).toEqual([{ key: 'table_totals', details: { count: 1 } }]);
  });

  it('leaves columns out of the text when it is told to, not out of the fields', async () => {
    const options = { columnsLeftOut: ['montant', 'Code Postal', 'Client'] };
    const { chunks } = await table.chunk(await readWritten('factures.csv', INVOICES), options);
    expect(chunks[0]!.text).toBe('Facture: F-01; Date: 31/12/2025; Payée: oui; Taux: 5,5 %');
    expect(chunks[0]!.fields!.montant).toBe(1234.5);
  });

  it('places each row in the text of the original', async () => {
    const document = await readWritten('factures.csv', INVOICES);
    const { chunks } = await table.chunk(document, {});
    const { start, end } = chunks[1]!.charRange;
    expect(document.blocks[0]!.text.slice(start, end)).toMatch(/^F-02\tLéger\t.*rappel$/);
  });
});

describe('real sheets', () => {
  testOnRealDocuments('reads every table of every sheet', async () => {
    const { chunks, tables } = await table.chunk(await readReal('s15-sheets.xlsx'), {});
    expect(tables!.slice(0, 4).map(({ name, rowCount, page }) => [name, rowCount, page])).toEqual([
      ['Sheet1', 6, 1],
      ['Sheet2', 8, 2],
      ['Sheet2 2', 4, 2],
      ['Sheet2 3', 4, 2],
    ]);
    expect(chunks[0]).toMatchObject({
      text: 'first: 1; second: 5; third: 9',
      headingPath: ['Sheet1'],
      fields: { first: 1, second: 5, third: 9 },
    });
    // Names over two rows, the upper one over two columns.
    expect(tables![4]!.columns.map(({ name }) => name)).toEqual([
      'first',
      'header – second',
      'header – third',
    ]);
  });

  testOnRealDocuments('takes a line alone above a table for its title', async () => {
    const { chunks, tables } = await table.chunk(await readReal('s16-ducks.xls'), {});
    expect(chunks[0]).toMatchObject({
      kind: 'row',
      text: 'Year: 2019; Freshwater Ducks: 120',
      headingPath: ['Duck Observations', 'Number of freshwater ducks per year'],
      fields: { year: 2019, freshwater_ducks: 120 },
    });
    expect(tables!.map(({ name }) => name)).toEqual(['Number of freshwater ducks per year']);
  });

  testOnRealDocuments('keeps text around a table as text', async () => {
    const { chunks } = await table.chunk(await readReal('s05-eu-retail-tables.pdf'), {});
    const texts = chunks.filter(({ kind }) => kind === 'text').map(({ text }) => text);
    expect(texts.join('\n')).toContain('There is a rich academic literature');
    expect(texts.join('\n')).not.toContain('Table 6.1: Size of the market');
  });

  testOnRealDocuments('reads a long table of a PDF, its total apart', async () => {
    const { chunks, tables } = await table.chunk(await readReal('s04-nics-table.pdf'), {});
    expect(tables![0]).toMatchObject({
      name: 'NICS Firearm Background Checks November - 2015',
      rowCount: 55,
    });
    const row = chunks.find(({ fields }) => fields?.state === 'Alaska')!;
    expect(row.fields).toMatchObject({ permit: 209 });
    expect(row.boxes).toHaveLength(1);
    expect(row.boxes[0]!.y1 - row.boxes[0]!.y0).toBeLessThan(0.05);
    expect(chunks.filter(({ kind }) => kind === 'table')[0]!.text).toMatch(/^State \/ Territory: Totals/);
  });

  testOnRealDocuments('heads each row with the caption of its table', async () => {
    const { chunks } = await table.chunk(await readReal('s05-eu-retail-tables.pdf'), {});
    const row = chunks.find(({ text }) =>
      text.startsWith('Spain; population 1995 (mn): 39.3; number of food'),
    )!;
    expect(row.headingPath.at(-1)).toBe('Table 6.2: Numbers of Retail Food Outlets across the member states');
    const total = chunks.find(({ text }) => text.startsWith('EU15 Total'))!;
    expect(total.kind).toBe('table');
  });
});

function buildTable(rows: string[][], header = true): Table {
  return {
    rows: rows.map((row, index) =>
      row.map((text) => (header && index === 0 ? { text, header: true } : { text })),
    ),
  };
}

async function chunkRows(rows: string[][], options = {}, header = true) {
  return table.chunk(buildDocument([{ type: 'table', table: buildTable(rows, header) }], 'xlsx'), options);
}

it('passes over empty rows, and counts a total within a table once', async () => {
  const { chunks, tables } = await chunkRows([
    ['Region', 'Town', 'Sales'],
    ['North', 'Lille', '10'],
    ['North', 'Arras', '5'],
    ['Subtotal', '', '15'],
    ['', '', ''],
    ['South', 'Nice', '7'],
    ['Total', '', '22'],
  ]);
  expect(tables![0]!.rowCount).toBe(3);
  expect(chunks.map(({ kind }) => kind)).toEqual(['row', 'row', 'table', 'row', 'table']);
});

it('takes no company called Total for a sum', async () => {
  const { tables } = await chunkRows([
    ['Company', 'Sales'],
    ['Total', '900'],
    ['Shell', '800'],
    ['Eni', '100'],
  ]);
  expect(tables![0]!.rowCount).toBe(3);
});

it('keeps amounts of several currencies, and codes with leading zeros, as text', async () => {
  const { tables } = await chunkRows([
    ['Price', 'Code', 'Grade'],
    ['€ 5', '007', 'A'],
    ['$ 6', '012', '1'],
    ['€ 7', '100', '2'],
  ]);
  expect(tables![0]!.columns.map(({ type }) => type)).toEqual(['text', 'text', 'text']);
});

it('gives columns of the same name keys of their own, also in Chinese', async () => {
  const { tables } = await chunkRows([
    ['名称', 'Größe (cm)', 'größe cm', '2024'],
    ['鸭子', '3', '4', '5'],
  ]);
  expect(tables![0]!.columns.map(({ key }) => key)).toEqual(['名称', 'große_cm', 'große_cm_2', 'c_2024']);
});

it('writes the values alone where no row names the columns', async () => {
  const { chunks, tables } = await chunkRows(
    [
      ['1', '2'],
      ['3', '4'],
    ],
    {},
    false,
  );
  expect(chunks.map(({ text }) => text)).toEqual(['1; 2', '3; 4']);
  expect(tables![0]!.columns.map(({ key, name }) => [key, name])).toEqual([
    ['column_1', 'Column 1'],
    ['column_2', 'Column 2'],
  ]);
});

it('cuts a row that is too long, and counts it once', async () => {
  const { chunks, tables } = await chunkRows(
    [
      ['Name', 'Story'],
      ['Duck', `${buildWords(90)}.`],
    ],
    { chunkTokenNumber: 64 },
  );
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) expect(chunk.tokens).toBeLessThanOrEqual(64);
  expect(chunks.filter(({ fields }) => fields !== undefined)).toHaveLength(1);
  expect(tables![0]!.rowCount).toBe(1);
});
