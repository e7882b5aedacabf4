import type { KnownModel } from '@lectern/contract';

type Facts = Partial<Omit<KnownModel, 'name' | 'type'>>;

const chat = (name: string, contextTokens: number, facts: Facts = {}): KnownModel => ({
  ...unknown,
  name,
  type: 'chat',
  contextTokens,
  ...facts,
});
const embedding = (
  name: string,
  dimensions: number,
  contextTokens: number | null,
  facts: Facts = {},
): KnownModel => ({ ...unknown, name, type: 'embedding', dimensions, contextTokens, ...facts });
const prices = (pricesOf: string, inputPrice: number, outputPrice: number | null = null): Facts => ({
  pricesOf,
  inputPrice,
  outputPrice,
});
const unknown: Omit<KnownModel, 'name' | 'type'> = {
  vision: false,
  contextTokens: null,
  dimensions: null,
  inputPrice: null,
  outputPrice: null,
  pricesOf: null,
};
const vision: Facts = { vision: true };

const million = 1_000_000;
/** As Google and others count a million. */
const binaryMillion = 1_048_576;

const claude = {
  opus55: prices('2026-09-22', 4, 20),
  opus5: prices('2026-09-22', 5, 25),
  sonnet55: prices('2026-09-22', 2, 10),
};

const geminiEmbeddings = [embedding('gemini-embedding-001', 3_072, 2_048)];
const voyage4 = ['voyage-4-large', 'voyage-4', 'voyage-4-lite'];

/**
 * What providers publish of their best-known models, by provider: it fills the form. Prices are those of short prompts
 * without a discount, on the day of the list. What no list was found for is left out; so are prices that change with the
 * length of a prompt from its beginning, and those of an offer.
 */
export const knownModels: Readonly<Record<string, readonly KnownModel[]>> = {
  // platform.claude.com/docs/en/models/overview
  anthropic: [
    chat('claude-fable-5-1', million, vision),
    chat('claude-opus-5-5', million, { ...vision, ...claude.opus55 }),
    chat('claude-opus-5', million, { ...vision, ...claude.opus5 }),
    chat('claude-sonnet-5-5', million, { ...vision, ...claude.sonnet55 }),
    chat('claude-haiku-5-5', million, vision),
    chat('claude-haiku-4-5', 200_000, vision),
  ],
  // developers.openai.com/api/docs/models and …/pricing
  openai: [
    chat('gpt-5.6-sol', 1_050_000, vision),
    chat('gpt-5.5', 1_050_000, { ...vision, ...prices('2026-05-04', 5, 30) }),
    chat('gpt-5.4', 1_050_000, { ...vision, ...prices('2026-05-04', 2.5, 15) }),
    chat('gpt-5.4-mini', 400_000, { ...vision, ...prices('2026-05-04', 0.75, 4.5) }),
    chat('gpt-5', 400_000, vision),
    chat('gpt-5-mini', 400_000, vision),
    chat('gpt-4.1', 1_047_576, { ...vision, ...prices('2026-06-21', 2, 8) }),
    chat('gpt-4.1-mini', 1_047_576, { ...vision, ...prices('2026-06-21', 0.4, 1.6) }),
    embedding('text-embedding-3-small', 1_536, 8_192, prices('2026-06-21', 0.02)),
    embedding('text-embedding-3-large', 3_072, 8_192),
  ],
  // ai.google.dev/gemini-api/docs/models and …/pricing
  gemini: [
    chat('gemini-3.5-flash', binaryMillion, { ...vision, ...prices('2026-10-07', 1.5, 9) }),
    chat('gemini-3.5-flash-lite', binaryMillion, { ...vision, ...prices('2026-10-07', 0.3, 2.5) }),
    chat('gemini-3.1-pro-preview', binaryMillion, { ...vision, ...prices('2026-10-07', 2, 12) }),
    chat('gemini-2.5-pro', binaryMillion, vision),
    chat('gemini-2.5-flash', binaryMillion, vision),
    embedding('gemini-embedding-2', 3_072, null, prices('2026-10-07', 0.2)),
    ...geminiEmbeddings,
  ],
  // cloud.google.com/vertex-ai/generative-ai/docs
  vertex: [
    chat('gemini-2.5-pro', binaryMillion, vision),
    chat('gemini-2.5-flash', binaryMillion, vision),
    ...geminiEmbeddings,
    embedding('text-embedding-005', 768, 2_048),
    embedding('text-multilingual-embedding-002', 768, 2_048),
  ],
  // docs.aws.amazon.com/bedrock/latest/userguide
  bedrock: [
    embedding('amazon.titan-embed-text-v2:0', 1_024, 8_192),
    embedding('amazon.nova-2-multimodal-embeddings-v1:0', 3_072, 8_192),
    embedding('cohere.embed-v4:0', 1_536, 128_000),
    embedding('cohere.embed-multilingual-v3', 1_024, 512),
    embedding('cohere.embed-english-v3', 1_024, 512),
  ],
  // docs.cohere.com/docs/cohere-embed
  cohere: [
    embedding('embed-v4.0', 1_536, 128_000),
    embedding('embed-multilingual-v3.0', 1_024, 512),
    embedding('embed-english-v3.0', 1_024, 512),
  ],
  // www.mongodb.com/docs/voyageai/models
  voyage: voyage4.map((name) => embedding(name, 1_024, 32_000)),
};
