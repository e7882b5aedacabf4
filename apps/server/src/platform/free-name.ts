/** `plan` and `.pdf` of `plan.pdf`; neither `.plan` nor `Plan 2.0` has an extension. */
export function splitName(name: string): [stem: string, extension: string] {
  const extension = /(?<=.)\.(?=\d*[a-z])[a-z\d]{1,10}$/i.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - extension.length), extension];
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
