import { expect, it } from 'vitest';
import { readDocument } from '../../read-document.ts';
import { buildZip } from '../../testing/build-zip.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMES = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"`;
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

const title = (text: string, type = 'title') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

const picture = (description: string) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="4" name="x" descr="${description}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr></p:pic>`;

function buildSlides(slides: string[], notes = ''): Uint8Array {
  const ids = slides.map((_, index) => `<p:sldId r:id="r${index}"/>`).join('');
  const links = slides
    .map(
      (_, index) => `<Relationship Id="r${index}" Type="${OFFICE}/slide" Target="slides/slide${index}.xml"/>`,
    )
    .join('');
  return buildZip([
    {
      name: '_rels/.rels',
      content: `<Relationships ${PACKAGE}><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
    },
    {
      name: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
    },
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation ${NAMES}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: `<Relationships ${PACKAGE}>${links}</Relationships>`,
    },
    ...slides.map((shapes, index) => ({
      name: `ppt/slides/slide${index}.xml`,
      content: `<p:sld ${NAMES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    })),
    {
      name: 'ppt/slides/_rels/slide0.xml.rels',
      content: `<Relationships ${PACKAGE}><Relationship Id="n" Type="${OFFICE}/notesSlide" Target="../notesSlides/notesSlide1.xml"/></Relationships>`,
    },
    {
      name: 'ppt/notesSlides/notesSlide1.xml',
      content: `<p:notes ${NAMES}><p:cSld><p:spTree>${notes}</p:spTree></p:cSld></p:notes>`,
    },
  ]);
}

it('a slide in the middle names itself and not those after it', async () => {
  const slides = [title('Birds', 'ctrTitle'), title('Sorry', 'ctrTitle'), title('Ducks'), title('Geese')];
  const { blocks } = await readDocument({ name: 'a.pptx', bytes: buildSlides(slides) });
  const first = blocks[0]!.id;
  expect(blocks.map(({ text, level, sectionPath }) => [text, level, sectionPath])).toEqual([
    ['Birds', 1, []],
    ['Sorry', 2, [first]],
    ['Ducks', 2, [first]],
    ['Geese', 2, [first]],
  ]);
});

it('the place that a picture came from is no text', async () => {
  const places = [
    'C:\\Users\\maria\\duck.png',
    '/home/maria/my duck.jpg',
    'https://example.org/duck',
    'duck.gif',
  ];
  const slide = [
    title('Ducks'),
    ...places.map(picture),
    picture('Two ducks on a lake, seen from above.'),
  ].join('');
  const { blocks } = await readDocument({ name: 'a.pptx', bytes: buildSlides([slide]) });
  expect(blocks.map(({ text }) => text)).toEqual(['Ducks', 'Two ducks on a lake, seen from above.']);
});

it('notes are all that their page holds beside its furniture', async () => {
  const box = title('in a box').replace(/<p:ph [^>]*>/, '');
  const table =
    '<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>in a table</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>';
  const notes = [title('said', 'body'), title('7', 'sldNum'), title('a footer', 'ftr'), box, table].join('');
  const { blocks } = await readDocument({ name: 'a.pptx', bytes: buildSlides([title('Ducks')], notes) });
  expect(blocks.flatMap(({ type, text }) => (type === 'slide_notes' ? text : []))).toEqual([
    'said',
    'in a box',
    'in a table',
  ]);
});
