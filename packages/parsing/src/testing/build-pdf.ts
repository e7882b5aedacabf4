type PageSpec = { content: string; extra?: string };

/** Writes a PDF by hand: one font, uncompressed pages, a cross-reference table. */
export function buildPdf(
  pages: PageSpec[],
  options: { trailer?: string; objects?: string[]; catalog?: string } = {},
): Uint8Array {
  const objects: string[] = [];
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  objects.push(`<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ''} >>`);
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  pages.forEach((page, index) => {
    const fonts = '/Resources << /Font << /F1 3 0 R /F2 3 0 R >> >>';
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${fonts} ${page.extra ?? ''} /Contents ${5 + index * 2} 0 R >>`,
    );
    objects.push(
      `<< /Length ${Buffer.byteLength(page.content, 'latin1')} >>\nstream\n${page.content}\nendstream`,
    );
  });
  objects.push(...(options.objects ?? []));
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const offset = Buffer.byteLength(file, 'latin1');
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(file, 'latin1');
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${options.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}

/** Draws lines of text; each is [x, y from the bottom, size, text]. */
export function draw(...lines: [number, number, number, string][]): string {
  return lines
    .map(([x, y, size, text]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`)
    .join('\n');
}

/** Lines of one paragraph, from a height downwards. */
export function prose(from: number, count: number, x = 50): [number, number, number, string][] {
  return Array.from({ length: count }, (_, index) => [
    x,
    from - index * 14,
    11,
    `Line ${index} of a paragraph that runs on over the whole width of the page for a while`,
  ]);
}
