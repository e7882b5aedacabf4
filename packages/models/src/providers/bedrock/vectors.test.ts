import { type RecordedCall, recordFetch } from '@lectern/testing';
import { describe, expect, it } from 'vitest';
import { createModelRuntime, listModelNames, openEmbeddingModel, openRerankModel } from '../../index.ts';

const credentials = {
  accessKey: 'AKIDEXAMPLE00000',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
};
const claude = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';

function listen(answer: (call: RecordedCall) => Response) {
  const { calls, fetch } = recordFetch(answer);
  return { calls, runtime: createModelRuntime({ fetch, retry: { attempts: 1 } }) };
}

const entry = (type: 'embedding' | 'rerank', name: string) => ({
  providerId: 'bedrock',
  credentials,
  model: { name, type },
  guardKey: `${Math.random()}`,
});

describe('embeddings', () => {
  const embed = async (
    name: string,
    answer: (call: RecordedCall) => Response,
    kind: 'query' | 'document',
  ) => {
    const server = listen(answer);
    const model = openEmbeddingModel(entry('embedding', name), server.runtime);
    return { ...(await model.embed(['Hi', 'Ho'], { kind })), calls: server.calls };
  };
  const rounded = (vectors: Float32Array[]) => vectors.map((v) => [...v].map((n) => Math.round(n * 10)));

  it('of Titan are one call a text', async () => {
    const { vectors, usage, calls } = await embed(
      'amazon.titan-embed-text-v2:0',
      ({ body }) =>
        Response.json({
          embedding: body.inputText === 'Hi' ? [3, 4] : [4, 3],
          embeddingsByType: { float: [3, 4] },
          inputTextTokenCount: 3,
        }),
      'document',
    );
    expect(rounded(vectors)).toEqual([
      [6, 8],
      [8, 6],
    ]);
    expect(usage).toEqual({ promptTokens: 6, completionTokens: 0 });
    expect(calls.map(({ url, body }) => [new URL(url).pathname, body])).toEqual([
      ['/model/amazon.titan-embed-text-v2%3A0/invoke', { inputText: 'Hi', normalize: true }],
      ['/model/amazon.titan-embed-text-v2%3A0/invoke', { inputText: 'Ho', normalize: true }],
    ]);
  });

  it('of Titan 1 have no options', async () => {
    const answer = () => Response.json({ embedding: [3, 4], inputTextTokenCount: 3 });
    const { calls } = await embed('amazon.titan-embed-text-v1', answer, 'query');
    expect(calls[0]?.body).toEqual({ inputText: 'Hi' });
  });

  it('of Cohere tell questions from documents, in either form of the answer', async () => {
    const floats = [
      [3, 4],
      [4, 3],
    ];
    const headers = { 'x-amzn-bedrock-input-token-count': '4' };
    const plain = { id: 'a', embeddings: floats, response_type: 'embeddings_floats', texts: ['hi', 'ho'] };
    const third = await embed(
      'cohere.embed-multilingual-v3',
      () => Response.json(plain, { headers }),
      'query',
    );
    expect(third.calls.map(({ body }) => body)).toEqual([
      { texts: ['Hi', 'Ho'], input_type: 'search_query', truncate: 'END', embedding_types: ['float'] },
    ]);
    expect(third.usage).toEqual({ promptTokens: 4, completionTokens: 0 });
    const byType = { id: 'a', embeddings: { float: floats }, response_type: 'embeddings_by_type', texts: [] };
    const fourth = await embed('eu.cohere.embed-v4:0', () => Response.json(byType), 'document');
    expect(rounded(fourth.vectors)).toEqual([
      [6, 8],
      [8, 6],
    ]);
    expect(fourth.calls[0]?.body).toMatchObject({ input_type: 'search_document', truncate: 'RIGHT' });
    expect(fourth.usage.estimated).toBe(true);
  });

  it('of Nova have a purpose', async () => {
    const answer = () =>
      Response.json({ embeddings: [{ embeddingType: 'TEXT', embedding: [3, 4] }], inputTokenCount: 1 });
    const { calls, usage } = await embed('amazon.nova-2-multimodal-embeddings-v1:0', answer, 'query');
    expect(calls[0]?.body).toEqual({
      schemaVersion: 'nova-multimodal-embed-v1',
      taskType: 'SINGLE_EMBEDDING',
      singleEmbeddingParams: {
        embeddingPurpose: 'TEXT_RETRIEVAL',
        text: { truncationMode: 'END', value: 'Hi' },
      },
    });
    expect(usage.promptTokens).toBe(2);
  });

  it.each([{ embedding: 'none' }, { embeddings: [[3, 4]] }, {}, null])('refuse %j', async (body) => {
    await expect(
      embed('amazon.titan-embed-text-v2:0', () => Response.json(body), 'query'),
    ).rejects.toMatchObject({ kind: 'bad_response' });
  });

  it('are only those whose form is known', async () => {
    const server = listen(() => new Response('', { status: 500 }));
    expect(() => openEmbeddingModel(entry('embedding', claude), server.runtime)).toThrow(/amazon\.titan/);
  });
});

describe('reranking', () => {
  it('asks the Rerank API for a score of every text', async () => {
    const server = listen(() =>
      Response.json({
        results: [
          { index: 1, relevanceScore: 0.51 },
          { index: 0, relevanceScore: 0.3 },
        ],
      }),
    );
    const model = openRerankModel(entry('rerank', 'cohere.rerank-v3-5:0'), server.runtime);
    expect((await model.rerank('Hi', ['Ho', 'Hey'], {})).scores).toEqual([0.3, 0.51]);
    const [call] = server.calls;
    expect(call?.url).toBe('https://bedrock-agent-runtime.eu-central-1.amazonaws.com/rerank');
    expect(call?.body).toEqual({
      queries: [{ type: 'TEXT', textQuery: { text: 'Hi' } }],
      sources: ['Ho', 'Hey'].map((value) => ({
        type: 'INLINE',
        inlineDocumentSource: { type: 'TEXT', textDocument: { text: value } },
      })),
      rerankingConfiguration: {
        type: 'BEDROCK_RERANKING_MODEL',
        bedrockRerankingConfiguration: {
          numberOfResults: 2,
          modelConfiguration: {
            modelArn: 'arn:aws:bedrock:eu-central-1::foundation-model/cohere.rerank-v3-5:0',
          },
        },
      },
    });
  });

  it('refuses fewer scores than texts', async () => {
    const server = listen(() => Response.json({ results: [{ index: 0, relevanceScore: 0.3 }] }));
    const model = openRerankModel(entry('rerank', 'amazon.rerank-v1:0'), server.runtime);
    await expect(model.rerank('Hi', ['Ho', 'Hey'], {})).rejects.toMatchObject({ kind: 'bad_response' });
  });
});

it('lists models that can be called as they are, and inference profiles', async () => {
  const server = listen(({ url }) =>
    Response.json(
      url.includes('inference-profiles')
        ? { inferenceProfileSummaries: [{ inferenceProfileId: claude, status: 'ACTIVE' }] }
        : {
            modelSummaries: [
              { modelId: 'amazon.nova-lite-v1:0', inferenceTypesSupported: ['ON_DEMAND'] },
              { modelId: 'anthropic.claude-sonnet-4-5', inferenceTypesSupported: ['INFERENCE_PROFILE'] },
            ],
          },
    ),
  );
  expect(await listModelNames('bedrock', credentials, server.runtime)).toEqual([
    'amazon.nova-lite-v1:0',
    claude,
  ]);
  expect(server.calls.map(({ url }) => url)).toEqual([
    'https://bedrock.eu-central-1.amazonaws.com/foundation-models',
    'https://bedrock.eu-central-1.amazonaws.com/inference-profiles?maxResults=1000',
  ]);
});
