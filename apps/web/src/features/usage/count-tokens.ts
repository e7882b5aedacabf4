import type { UsageFigures } from '@lectern/contract';

type Tokens = Pick<UsageFigures, 'promptTokens' | 'completionTokens' | 'embeddingTokens'>;

export function countTokens({ promptTokens, completionTokens, embeddingTokens }: Tokens): number {
  return promptTokens + completionTokens + embeddingTokens;
}
