import { comparisonLimits } from '@lectern/contract';

/** Where the answers of a comparison are found again. */
export type ComparisonAddress = { conversationId: string; lanes: { modelId: string; answerId: string }[] };

/** The comparison as the address of the page holds it: a reload shows it again. */
export function writeComparison({ conversationId, lanes }: ComparisonAddress): string {
  return [conversationId, ...lanes.map(({ answerId, modelId }) => `${answerId}~${modelId}`)].join(',');
}

/** Undefined for what no comparison wrote. */
export function readComparison(text: string | undefined): ComparisonAddress | undefined {
  const [conversationId, ...parts] = text?.split(',') ?? [];
  const lanes = parts.map((part) => {
    const [answerId = '', modelId = ''] = part.split('~');
    return { answerId, modelId };
  });
  const isWhole = lanes.every(({ answerId, modelId }) => answerId !== '' && modelId !== '');
  const { least, most } = comparisonLimits;
  if (!conversationId || !isWhole || lanes.length < least || lanes.length > most) return undefined;
  return { conversationId, lanes };
}
