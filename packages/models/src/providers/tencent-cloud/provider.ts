import { z } from 'zod';
import { defineProvider } from '../define-provider.ts';
import { createChatModel } from './chat.ts';
import { createTencentClient } from './client.ts';
import { createEmbeddingModel } from './embedding.ts';
import type { TencentAction } from './sign.ts';
import { createSpeechModel } from './speech.ts';

const hunyuan = (action: string): TencentAction => ({ service: 'hunyuan', version: '2023-09-01', action });
const speech = (action: string): TencentAction => ({ service: 'asr', version: '2019-06-14', action });

/** Hunyuan and speech recognition with the secret of an account; Hunyuan with an API key is a gateway of its own. */
export const tencentCloud = defineProvider({
  id: 'tencent-cloud',
  name: 'Tencent Cloud',
  hosted: true,
  modelTypes: ['chat', 'embedding', 'image_to_text', 'speech_to_text'],
  keysUrl: 'https://console.cloud.tencent.com/cam/capi',
  credentials: {
    schema: z.object({
      secretId: z
        .string()
        .trim()
        .regex(/^[\w-]{8,128}$/),
      secretKey: z.string().trim().min(1).max(256),
    }),
    fields: [
      { name: 'secretId', widget: 'text', required: true },
      { name: 'secretKey', widget: 'password', required: true },
    ],
  },
  create: ({ credentials, fetch, clock }) => {
    const connect = (called: TencentAction) => createTencentClient(credentials, called, { fetch, clock });
    return {
      chat: (model) => createChatModel(connect(hunyuan('ChatCompletions')), model),
      embedding: (model) => createEmbeddingModel(connect(hunyuan('GetEmbedding')), model),
      speech: (model) =>
        createSpeechModel(
          {
            recognise: connect(speech('SentenceRecognition')),
            begin: connect(speech('CreateRecTask')),
            follow: connect(speech('DescribeTaskStatus')),
          },
          model,
          clock,
        ),
    };
  },
});
