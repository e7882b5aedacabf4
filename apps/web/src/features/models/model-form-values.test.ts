import type { Model, ProviderDescription } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import {
  fillKnownModel,
  findKnownModel,
  findModelProblems,
  keepsStoredSecret,
  shownOptions,
  startValues,
  toModelBody,
} from './model-form-values.ts';

const provider: ProviderDescription = {
  id: 'some',
  name: 'Some',
  modelTypes: ['chat', 'embedding'],
  builtIn: false,
  listsModels: true,
  keysUrl: null,
  modelNameExample: null,
  modelTerm: 'name',
  voiceTerm: 'name',
  knownModels: [],
  credentials: [
    { name: 'baseUrl', widget: 'text', required: true, default: 'https://api.example.org/v1' },
    { name: 'apiKey', widget: 'password', required: true },
  ],
};

const model: Model = {
  id: '7b0f3a52-9d1b-4c5e-8a4c-1f2e3d4c5b6a',
  providerId: 'some',
  providerName: 'Some',
  modelName: 'large',
  name: 'large',
  type: 'chat',
  vision: false,
  voice: null,
  contextTokens: null,
  baseUrl: 'https://api.example.org/v1',
  maskedKey: '••••cafe',
  options: {},
  builtIn: false,
  owner: 'platform',
  inputPrice: 0.15,
  outputPrice: 0.6,
  secondModelId: null,
  gain: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
  pricePerMonth: null,
  use: null,
  createdAt: null,
};

describe('a new model', () => {
  it('starts with the defaults of its provider and names what is missing', () => {
    const values = startValues(provider);
    expect(values.credentials.baseUrl).toBe('https://api.example.org/v1');
    expect(findModelProblems(values, provider, undefined)).toEqual({
      modelName: 'required',
      apiKey: 'required',
    });
  });

  it('wants an address that the web knows', () => {
    for (const baseUrl of ['api.example.org', 'ftp://example.org', 'https://'])
      expect(
        findModelProblems(
          { ...startValues(provider), modelName: 'm', credentials: { baseUrl, apiKey: 'k' } },
          provider,
          undefined,
        ),
      ).toEqual({ baseUrl: 'address' });
  });

  it('is sent trimmed, without what is empty, with vision for chat alone', () => {
    const values = {
      ...startValues(provider),
      type: 'embedding' as const,
      modelName: ' small ',
      name: ' ',
      vision: true,
    };
    expect(toModelBody(values)).toMatchObject({ modelName: 'small', name: undefined, vision: false });
  });
});

describe('the prices', () => {
  it('are those of the model, and go without the second where it writes no tokens', () => {
    const values = startValues(provider, model);
    expect(toModelBody(values)).toMatchObject({ inputPrice: 0.15, outputPrice: 0.6 });
    expect(toModelBody({ ...values, type: 'embedding' })).toMatchObject({
      inputPrice: 0.15,
      outputPrice: null,
    });
  });

  it('are neither below nothing nor beyond what the server takes', () => {
    const values = { ...startValues(provider, model), inputPrice: -1, outputPrice: 1_000_001 };
    expect(findModelProblems(values, provider, model)).toEqual({ inputPrice: 'price', outputPrice: 'price' });
  });
});

describe('the stored key', () => {
  it('serves on at its address and is asked for again at another', () => {
    const same = startValues(provider, model);
    expect(keepsStoredSecret(same, model)).toBe(true);
    expect(findModelProblems(same, provider, model)).toEqual({});
    const moved = { ...same, credentials: { ...same.credentials, baseUrl: 'https://other.example.org/v1' } };
    expect(keepsStoredSecret(moved, model)).toBe(false);
    expect(findModelProblems(moved, provider, model)).toEqual({ apiKey: 'required' });
  });

  it('cannot serve where none is stored', () => {
    const values = startValues(provider, { ...model, maskedKey: null });
    expect(keepsStoredSecret(values, { ...model, maskedKey: null })).toBe(false);
  });
});

it('tells which stored options were emptied, and leaves stored secrets alone', () => {
  const text = { widget: 'text', required: false } as const;
  const cloud: ProviderDescription = {
    ...provider,
    credentials: [
      { name: 'project', ...text },
      { name: 'group', ...text },
      { name: 'secretKey', widget: 'password', required: true },
    ],
  };
  const row = { ...model, options: { project: 'acme', secretKey: '••••' } };
  const values = startValues(cloud, row);
  expect(values.credentials).toEqual({ project: 'acme', group: undefined, secretKey: undefined });
  const emptied = { ...values, credentials: { project: ' ', group: '', secretKey: '' } };
  expect(toModelBody(emptied, shownOptions(cloud, row)).options).toEqual({ project: '' });
  expect(toModelBody(emptied).options).toEqual({});
});

describe('a known model', () => {
  const small = {
    name: 'small',
    type: 'chat' as const,
    vision: true,
    contextTokens: 200_000,
    dimensions: null,
    inputPrice: 1,
    outputPrice: 5,
    pricesOf: '2026-10-07',
  };
  const large = { ...small, name: 'large', vision: false, contextTokens: 1_000_000, inputPrice: null };

  it('is found by its name and type', () => {
    const listing = { ...provider, knownModels: [small] };
    expect(findKnownModel(listing, { modelName: ' small ', type: 'chat' })).toBe(small);
    expect(findKnownModel(listing, { modelName: 'small', type: 'embedding' })).toBeUndefined();
    expect(findKnownModel(listing, { modelName: 'smaller', type: 'chat' })).toBeUndefined();
  });

  it('fills what is empty, and takes its own back when another is named', () => {
    const empty = startValues(provider);
    const filled = { ...empty, ...fillKnownModel(empty, small, undefined, 'USD') };
    expect(filled).toMatchObject({ contextTokens: 200_000, inputPrice: 1, outputPrice: 5, vision: true });
    expect(fillKnownModel(filled, large, small, 'USD')).toEqual({
      contextTokens: 1_000_000,
      inputPrice: null,
      outputPrice: 5,
      vision: false,
    });
    expect(fillKnownModel(filled, undefined, small, 'USD')).toMatchObject({
      contextTokens: null,
      inputPrice: null,
    });
  });

  it('leaves alone what a person entered, and prices in another currency', () => {
    const entered = { ...startValues(provider), contextTokens: 32_000, inputPrice: 0.5 };
    expect(fillKnownModel(entered, small, undefined, 'USD')).toMatchObject({
      contextTokens: 32_000,
      inputPrice: 0.5,
      outputPrice: 5,
    });
    expect(fillKnownModel(startValues(provider), small, undefined, 'EUR')).not.toHaveProperty('inputPrice');
  });
});
