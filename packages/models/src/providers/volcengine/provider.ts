import { z } from 'zod';
import type { ModelNameForm, ModelSpecification, Provider } from '../define-provider.ts';
import { defineGateway, type GatewayCredentials } from '../openai-compatible/provider.ts';

const gateway = defineGateway({
  id: 'volcengine',
  name: 'Volcengine Ark',
  baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
  modelTypes: ['chat', 'embedding', 'image_to_text'],
  keysUrl: 'https://console.volcengine.com/ark',
});

const mapping = z.record(z.string().trim().min(1).max(200), z.string().trim().min(1).max(200));

/** A model is called by the id of its endpoint, which tells people nothing: its name stands beside it. */
const modelName: ModelNameForm = {
  example: '{"Doubao-pro": "ep-20260101000000-abcde"}',
  read: (entered) => {
    let given: unknown;
    try {
      given = JSON.parse(entered);
    } catch {
      return undefined;
    }
    const [[shown, sent] = [], ...others] = Object.entries(mapping.safeParse(given).data ?? {});
    return shown && sent && others.length === 0 ? { shown: shown.trim(), sent } : undefined;
  },
};

/** OpenAI's protocol with endpoint ids for names. */
export const volcengine: Provider<GatewayCredentials> = {
  ...gateway,
  modelName,
  // Endpoints are made in its console, and listed nowhere.
  listModels: undefined,
  create: (context) => {
    const { chat, embedding } = gateway.create(context);
    const toSent = (model: ModelSpecification) => ({
      ...model,
      name: modelName.read(model.name)?.sent ?? model.name,
    });
    return { chat: (model) => chat!(toSent(model)), embedding: (model) => embedding!(toSent(model)) };
  },
};
