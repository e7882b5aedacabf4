import type { MetadataField } from '@lectern/contract';

/** A key made of a name, such as `signed_on`; a name without Latin letters gives `field`. Free among the others. */
export function keyOf(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 36);
  const stem = plain === '' ? 'field' : plain;
  let key = stem;
  for (let number = 2; taken.includes(key); number += 1) key = `${stem}_${number}`;
  return key;
}

export type FieldProblem = 'nameRequired' | 'choicesRequired' | 'repeated';

/** The first thing that keeps these fields from being saved. */
export function findFieldProblem(fields: readonly MetadataField[]): FieldProblem | undefined {
  const names = fields.map(({ name }) => name.trim().toLowerCase());
  if (names.includes('')) return 'nameRequired';
  if (new Set(names).size < names.length) return 'repeated';
  return fields.some(({ type, choices }) => type === 'choice' && choices.length === 0)
    ? 'choicesRequired'
    : undefined;
}
