import { providerDescription } from '@lectern/contract';
import { expect, it } from 'vitest';
import { describeProviders, providers } from '../index.ts';
import { knownModels } from './known-models.ts';

it.each(Object.entries(knownModels))(
  '%s is a provider that has models of these types, each once',
  (id, models) => {
    const provider = providers.find((candidate) => candidate.id === id);
    for (const { type, dimensions, vision } of models) {
      expect(provider?.modelTypes).toContain(type);
      expect(dimensions === null).toBe(type !== 'embedding');
      expect(vision).toBe(vision && type === 'chat');
    }
    expect(new Set(models.map(({ name, type }) => `${type} ${name}`)).size).toBe(models.length);
  },
);

it('tells no price without its day', () => {
  for (const { inputPrice, outputPrice, pricesOf } of Object.values(knownModels).flat())
    expect(inputPrice === null && outputPrice === null).toBe(pricesOf === null);
});

it('goes with the description of the provider', () => {
  const described = describeProviders().map((item) => providerDescription.parse(item));
  const bedrock = described.find(({ id }) => id === 'bedrock');
  expect(bedrock?.knownModels.find(({ name }) => name === 'amazon.titan-embed-text-v2:0')).toMatchObject({
    dimensions: 1_024,
    contextTokens: 8_192,
    inputPrice: null,
  });
  expect(described.find(({ id }) => id === 'ollama')?.knownModels).toEqual([]);
});
