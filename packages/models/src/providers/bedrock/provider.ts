import { z } from 'zod';
import { ModelError } from '../../ports.ts';
import { defineProvider, type ProviderContext } from '../define-provider.ts';
import { createJsonClient } from '../json-client.ts';
import { createChatModel } from './chat.ts';
import { createEmbeddingModel } from './embedding.ts';
import { createRerankModel } from './rerank.ts';
import { createSigner } from './sign.ts';

const regions = [
  'us-east-1',
  'us-west-2',
  'ap-southeast-1',
  'ap-northeast-1',
  'eu-central-1',
  'us-gov-west-1',
  'ap-southeast-2',
] as const;

type Credentials = { accessKey: string; secretKey: string; region: (typeof regions)[number] };

/** Models of many makers in one account of AWS, by its own API: only that signs with access keys. */
export const bedrock = defineProvider<Credentials>({
  id: 'bedrock',
  name: 'Amazon Bedrock',
  hosted: true,
  modelTypes: ['chat', 'embedding', 'rerank', 'image_to_text'],
  keysUrl: 'https://console.aws.amazon.com/iam/home#/security_credentials',
  credentials: {
    schema: z.object({
      accessKey: z
        .string()
        .trim()
        .regex(/^\w{16,128}$/),
      secretKey: z.string().trim().min(1).max(256),
      region: z.enum(regions),
    }),
    fields: [
      { name: 'accessKey', widget: 'text', required: true },
      { name: 'secretKey', widget: 'password', required: true },
      { name: 'region', widget: 'select', required: true, choices: [...regions] },
    ],
  },
  create: (context) => {
    const { region } = context.credentials;
    const runtime = connect(context, 'bedrock-runtime');
    return {
      chat: (model) => createChatModel(runtime, model, context.getRefusedFields(model)),
      embedding: (model) => createEmbeddingModel(runtime, model),
      rerank: (model) => createRerankModel(connect(context, 'bedrock-agent-runtime'), model, region),
    };
  },
  listModels,
});

function connect({ credentials, fetch, clock }: ProviderContext<Credentials>, service: string) {
  const { accessKey, secretKey, region } = credentials;
  return createJsonClient({
    baseUrl: `https://${service}.${region}.amazonaws.com`,
    apiKey: secretKey,
    headers: {},
    authorize: createSigner({ accessKeyId: accessKey, secretAccessKey: secretKey }, region, clock),
    fetch,
    clock,
  });
}

/** Models that can be called as they are, and the profiles by which the newer ones are called. */
async function listModels(context: ProviderContext<Credentials>, signal?: AbortSignal): Promise<string[]> {
  const client = connect(context, 'bedrock');
  const [models, profiles] = (await Promise.all([
    client.getJson('/foundation-models', signal),
    client.getJson('/inference-profiles?maxResults=1000', signal),
  ])) as [
    { modelSummaries?: { modelId?: string; inferenceTypesSupported?: string[] }[] } | null,
    { inferenceProfileSummaries?: { inferenceProfileId?: string }[] } | null,
  ];
  if (!Array.isArray(models?.modelSummaries))
    throw new ModelError('bad_response', { detail: 'no models in the answer' });
  const names = [
    ...models.modelSummaries.flatMap(({ modelId, inferenceTypesSupported = [] }) =>
      inferenceTypesSupported.includes('ON_DEMAND') ? [modelId] : [],
    ),
    ...(profiles?.inferenceProfileSummaries ?? []).map(({ inferenceProfileId }) => inferenceProfileId),
  ];
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}
