/** A line of the page: where its left end lies in points, how large it is, and what it says. */
type PdfLine = { x: number; y: number; size: number; bold?: boolean; text: string };

/** Lines one below another from a height down; headings are large and bold, titles bold. */
function setColumn(x: number, top: number, lines: readonly string[]): PdfLine[] {
  let y = top;
  return lines.flatMap((line) => {
    const isHeading = line.startsWith('# ');
    const isBold = line.startsWith('* ');
    y -= isHeading ? 28 : line === '' ? 10 : 14;
    if (line === '') return [];
    const text = isHeading || isBold ? line.slice(2) : line;
    return [{ x, y, size: isHeading ? 13 : 10, bold: isHeading || isBold, text }];
  });
}

const LEFT = [
  '# Contact',
  'Nantes, France',
  '',
  '07 98 76 54 32',
  '',
  'k.benali@exemple.fr',
  '# Compétences',
  'Gestion de paie',
  'Droit social',
  'Silae, Excel',
  'Encadrement',
  '# Langues',
  'Français : courant',
  'Arabe : langue maternelle',
  'Anglais : intermédiaire',
  '# Loisirs',
  'Course à pied, échecs',
];

const RIGHT = [
  '# Expériences professionnelles',
  '2018 – aujourd’hui',
  '* Responsable paie, Groupe Armor Distribution',
  'Encadrement de quatre gestionnaires et de 1 200 bulletins',
  'par mois. Passage à la déclaration sociale nominative.',
  '',
  '2013 – 2018',
  '* Gestionnaire de paie, Cabinet Loire Conseil',
  'Portefeuille de trente petites entreprises du bâtiment',
  'et du commerce.',
  '# Formation',
  '2012 – 2013',
  '* Licence professionnelle gestion de la paie, Université de Nantes',
  '',
  '2010 – 2012',
  '* BTS comptabilité et gestion, Lycée La Colinière',
];

/** The résumé of an invented person as a PDF of one page in two columns. */
export function buildKarimBenali(): Uint8Array {
  return writePage([
    { x: 50, y: 790, size: 22, bold: true, text: 'Karim Benali' },
    { x: 50, y: 768, size: 12, text: 'Responsable paie' },
    ...setColumn(50, 740, LEFT),
    ...setColumn(230, 740, RIGHT),
  ]);
}

/** Bytes of the few characters of the Windows encoding that are not those of Latin 1. */
const WINDOWS = new Map([
  ['–', 0x96],
  ['’', 0x92],
]);

function writePage(lines: readonly PdfLine[]): Uint8Array {
  const content = lines.map(({ x, y, size, bold, text }) => {
    const hex = [...text].map((letter) =>
      (WINDOWS.get(letter) ?? letter.charCodeAt(0)).toString(16).padStart(2, '0'),
    );
    return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td <${hex.join('')}> Tj ET`;
  });
  const stream = content.join('\n');
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
