/** Reads CSV as RFC 4180 has it, each row under its heads; throws where a row is of another length. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  const body = text.replace(/^\uFEFF/, '');
  while (field.lastIndex < body.length) {
    const at = field.lastIndex;
    const found = field.exec(body);
    if (!found) throw new Error(`No CSV at ${at}: ${body.slice(at, at + 40)}`);
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') rows.push([]);
  }
  const [heads = [], ...records] = rows.filter((row) => row.length > 0);
  return records.map((record) => {
    if (record.length !== heads.length)
      throw new Error(`${record.length} fields under ${heads.length} heads`);
    return Object.fromEntries(heads.map((head, n) => [head, record[n] ?? '']));
  });
}
