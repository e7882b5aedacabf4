type Cell = string | number | boolean | null;

/** A cell that begins so would be reckoned as a formula by programs that open the file. */
const formula = /^[=+\-@\t\r]/;

/** Rows as RFC 4180 has them, for pasting or saving. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(writeCell).join(',')).join('\r\n');
}

function writeCell(value: Cell): string {
  if (value === null) return '';
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
