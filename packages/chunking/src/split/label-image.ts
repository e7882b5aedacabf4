import type { ParsedDocument } from '@lectern/parsing';
import type { CountTokens } from '../tokens.ts';
import type { Unit } from './unit.ts';

/**
 * Units that hold a picture and no word get one, so that the chunk exists and a description can be added to it: the
 * document's title and the page. Others are given back as they are.
 */
export function labelImage(
  units: readonly Unit[],
  document: Pick<ParsedDocument, 'title' | 'metadata' | 'format' | 'pages'>,
  countTokens: CountTokens,
): readonly Unit[] {
  const image = units.find(({ block }) => block.image?.bytes);
  const isWordless = units.every(
    (unit) => (unit.rendered ?? unit.block.text.slice(unit.from, unit.to)).trim() === '',
  );
  if (!image || !isWordless) return units;
  const title = image.block.image?.alt?.trim() || document.title || document.format.toUpperCase();
  const isOneOfMany = document.pages.length > 1 && image.page !== undefined;
  const rendered = isOneOfMany ? `${title} (${image.page}/${document.pages.length})` : title;
  return units.map((unit) => (unit === image ? { ...unit, rendered, tokens: countTokens(rendered) } : unit));
}
