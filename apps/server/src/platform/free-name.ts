/** `plan` and `.pdf` of `plan.pdf`; a name that only begins with a dot has no ending. */
export function splitName(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** The name itself, or `plan (2).pdf` and so on where it is taken in whatever case. */
export function chooseFreeName(name: string, taken: { name: string }[]): string {
  const names = new Set(taken.map((row) => row.name.toLowerCase()));
  const [stem, extension] = splitName(name);
  let candidate = name;
  for (let number = 2; names.has(candidate.toLowerCase()); number++)
    candidate = `${stem} (${number})${extension}`;
  return candidate;
}
