import { readSampleDocument, type SampleDocument, sampleDocuments } from '@lectern/testing/sample-documents';
import { expect, it } from 'vitest';
import { documentText, type ParsedDocument } from '../parsed-document.ts';
import { readDocument } from '../read-document.ts';

type Expected = { headings: string[]; text: string[]; cells?: string[]; pages?: number };

const expected: Record<SampleDocument, Expected> = {
  'by-law.docx': {
    headings: ['Part 1 General', 'Article 6', 'How the committee works'],
    text: ['Water is shut off from November to March.', 'Collect the key.'],
    cells: ['Plot', 'A2', '120'],
  },
  'garden-rules-fr.md': { headings: ['Règlement des jardins'], text: ['avant les premières gelées'] },
  'garden-rules-zh.txt': { headings: [], text: ['第三条 十一月至次年三月停止供水。'] },
  'gardens.pptx': {
    headings: ['Community gardens', 'Water', 'Fees'],
    text: ['86 tenants', 'Remind tenants of the frost.'],
    pages: 3,
  },
  'letter.eml': { headings: [], text: ['Fence along the river', 'nobody walks into the reeds'] },
  'notice.html': {
    headings: ['Opening hours', 'Winter'],
    text: ['The garden gate is open from seven'],
    cells: ['December', '08:30'],
  },
  'plots.xlsx': { headings: ['Plots', 'Harvest'], text: [], cells: ['Tenant 25', 'Potatoes', '412.5'] },
  'report.pdf': {
    headings: ['Annual report', '1 Summary', '5 Compost'],
    text: ['The harvest was the largest in ten years.', 'Section 4, note 5.'],
    cells: ['Crop', '2024', '230.3'],
  },
  'scan.pdf': { headings: [], text: [], pages: 1 },
};

function listCells({ blocks }: ParsedDocument): string[] {
  return blocks.flatMap(({ table }) => table?.rows.flat().map(({ text }) => text) ?? []);
}

it.each(sampleDocuments)('reads %s', async (file) => {
  const { headings, text, cells = [], pages } = expected[file];
  const document = await readDocument(readSampleDocument(file));
  const titles = document.blocks.filter(({ type }) => type === 'heading').map((block) => block.text);
  expect(titles).toEqual(expect.arrayContaining(headings));
  const whole = documentText(document).replace(/\s+/g, ' ');
  for (const phrase of text) expect(whole).toContain(phrase);
  expect(listCells(document)).toEqual(expect.arrayContaining(cells));
  if (pages) expect(document.pages).toHaveLength(pages);
});

it('finds that a page without text needs recognition', async () => {
  const { warnings } = await readDocument(readSampleDocument('scan.pdf'));
  expect(warnings).toContainEqual({ code: 'page_needs_ocr', page: 1 });
});

it('keeps running headers and page numbers out of the text of a report', async () => {
  const { blocks } = await readDocument(readSampleDocument('report.pdf'));
  const body = blocks.filter(({ type, page }) => !type.startsWith('page_') && page !== 1);
  expect(body.map(({ text }) => text)).not.toContain('Annual report of the community gardens');
});
