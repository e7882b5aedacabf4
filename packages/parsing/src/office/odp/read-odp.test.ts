import { expect, it } from 'vitest';
import { buildOdf } from '../../testing/build-zip.ts';
import { readOdp } from './read-odp.ts';

const frame = (kind: string, content: string, place = '') =>
  `<draw:frame presentation:class="${kind}" ${place}><draw:text-box>${content}</draw:text-box></draw:frame>`;

it('reads slides: title first, lists, shapes in groups, tables, notes, each at its place', async () => {
  const styles =
    '<office:document-styles><office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="20cm" fo:page-height="10cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles></office:document-styles>';
  const place = 'svg:x="5cm" svg:y="2.5cm" svg:width="10cm" svg:height="5cm"';
  const bytes = buildOdf(
    'presentation',
    `<draw:page draw:master-page-name="M">
       ${frame('outline', '<text:list><text:list-item><text:p>They swim</text:p></text:list-item></text:list>', place)}
       ${frame('title', '<text:p>Ducks</text:p>')}
       <draw:g><draw:custom-shape><text:p>In a shape</text:p></draw:custom-shape></draw:g>
       <draw:frame><table:table><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>B</text:p></table:table-cell></table:table-row></table:table></draw:frame>
       ${frame('page-number', '<text:p>7</text:p>')}
       ${frame('footer', '<text:p>Foot</text:p>')}
       <draw:frame presentation:class="subtitle" presentation:placeholder="true"><draw:text-box><text:p>Click to add</text:p></draw:text-box></draw:frame>
       <presentation:notes>${frame('notes', '<text:p>Say hello</text:p>')}</presentation:notes>
     </draw:page>
     <draw:page><draw:frame><draw:text-box><text:p>No title</text:p></draw:text-box></draw:frame></draw:page>`,
    '',
    { 'styles.xml': styles },
  );
  const document = await readOdp({ name: 'a.odp', bytes }, {});
  expect(document.blocks.map(({ type, text, page }) => `${page} ${type}: ${text}`)).toEqual([
    '1 heading: Ducks',
    '1 list_item: They swim',
    '1 paragraph: In a shape',
    '1 table: A\tB',
    '1 page_footer: Foot',
    '1 slide_notes: Say hello',
    '2 paragraph: No title',
  ]);
  expect(document.blocks[1]!.boxes).toEqual([{ page: 1, x0: 0.25, y0: 0.25, x1: 0.75, y1: 0.75 }]);
  expect(document.blocks.at(-1)!.sectionPath).toEqual([]);
  expect(document.pages[0]).toMatchObject({ number: 1, width: expect.closeTo(566.9, 1) });
});

it('reads the slides that were asked for', async () => {
  const slide = (text: string) =>
    `<draw:page><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`;
  const bytes = buildOdf('presentation', ['a', 'b', 'c'].map(slide).join(''));
  const document = await readOdp({ name: 'a.odp', bytes }, { pages: [{ from: 2, to: 3 }] });
  expect(document.blocks.map(({ text }) => text)).toEqual(['b']);
  expect(document.pages).toHaveLength(3);
});
