import type { ModelType } from '../../ports.ts';
import type { Provider } from '../define-provider.ts';
import type { ChatHabits } from './chat.ts';
import type { EmbeddingHabits } from './embedding.ts';

/** A provider that speaks OpenAI's protocol at an address of its own: data, no code. */
export type Gateway = {
  id: string;
  name: string;
  baseUrl: string;
  modelTypes: readonly ModelType[];
  /** Where people get a key; absent where one runs the server oneself. */
  keysUrl?: string;
  modelTerm?: Provider['modelTerm'];
  /** A server of one's own, which may need no key. */
  selfHosted?: true;
  chat?: ChatHabits;
  embedding?: EmbeddingHabits;
  /** Where reranking is not at `/rerank` below the base URL: a path on the same host, or a URL of the provider's own. */
  rerankUrl?: string;
};

const chat: readonly ModelType[] = ['chat', 'image_to_text'];
const chatAndEmbedding: readonly ModelType[] = ['chat', 'embedding', 'image_to_text'];
const everything: readonly ModelType[] = [
  'chat',
  'embedding',
  'rerank',
  'image_to_text',
  'speech_to_text',
  'text_to_speech',
];

const inputType = (query: string, document: string): EmbeddingHabits => ({
  fields: { query: { input_type: query }, document: { input_type: document } },
});

/** Those that most people look for come first, then by name. */
export const gateways: readonly Gateway[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    modelTypes: ['chat', 'embedding', 'image_to_text', 'speech_to_text', 'text_to_speech'],
    keysUrl: 'https://platform.openai.com/api-keys',
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    modelTypes: chatAndEmbedding,
    keysUrl: 'https://aistudio.google.com/apikey',
    chat: { signsCalls: true },
  },
  {
    id: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    modelTypes: chatAndEmbedding,
    keysUrl: 'https://console.mistral.ai/api-keys',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    modelTypes: chat,
    keysUrl: 'https://openrouter.ai/settings/keys',
  },
  {
    id: '302-ai',
    name: '302.AI',
    baseUrl: 'https://api.302.ai/v1',
    modelTypes: ['chat', 'embedding', 'rerank', 'image_to_text'],
    keysUrl: 'https://302.ai',
  },
  {
    id: '01-ai',
    name: '01.AI',
    baseUrl: 'https://api.lingyiwanwu.com/v1',
    modelTypes: chat,
    keysUrl: 'https://platform.lingyiwanwu.com/apikeys',
  },
  {
    id: 'baichuan',
    name: 'BaiChuan',
    baseUrl: 'https://api.baichuan-ai.com/v1',
    modelTypes: ['chat', 'embedding'],
    keysUrl: 'https://platform.baichuan-ai.com',
  },
  {
    id: 'baidu-qianfan',
    name: 'Baidu Qianfan',
    baseUrl: 'https://qianfan.baidubce.com/v2',
    modelTypes: ['chat', 'embedding', 'rerank', 'image_to_text'],
    keysUrl: 'https://console.bce.baidu.com/qianfan',
  },
  {
    id: 'cohere',
    name: 'Cohere',
    baseUrl: 'https://api.cohere.ai/compatibility/v1',
    modelTypes: ['chat', 'embedding', 'rerank'],
    keysUrl: 'https://dashboard.cohere.com/api-keys',
    embedding: inputType('search_query', 'search_document'),
    rerankUrl: 'https://api.cohere.com/v2/rerank',
  },
  {
    id: 'comet-api',
    name: 'CometAPI',
    baseUrl: 'https://api.cometapi.com/v1',
    modelTypes: chatAndEmbedding,
    keysUrl: 'https://api.cometapi.com',
  },
  {
    id: 'deepinfra',
    name: 'DeepInfra',
    baseUrl: 'https://api.deepinfra.com/v1/openai',
    modelTypes: ['chat', 'embedding', 'image_to_text', 'speech_to_text', 'text_to_speech'],
    keysUrl: 'https://deepinfra.com/dash/api_keys',
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    modelTypes: ['chat'],
    keysUrl: 'https://platform.deepseek.com/api_keys',
  },
  {
    id: 'gitee-ai',
    name: 'Gitee AI',
    baseUrl: 'https://ai.gitee.com/v1',
    modelTypes: everything,
    keysUrl: 'https://ai.gitee.com',
  },
  {
    id: 'gpustack',
    name: 'GPUStack',
    baseUrl: 'http://localhost/v1',
    modelTypes: everything,
    selfHosted: true,
  },
  {
    id: 'groq',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    modelTypes: ['chat', 'image_to_text', 'speech_to_text', 'text_to_speech'],
    keysUrl: 'https://console.groq.com/keys',
  },
  {
    id: 'huawei-cloud',
    name: 'Huawei Cloud MaaS',
    baseUrl: 'https://api.modelarts-maas.com/v1',
    modelTypes: ['chat'],
    keysUrl: 'https://console.huaweicloud.com/modelarts',
  },
  {
    id: 'hugging-face',
    name: 'Hugging Face',
    baseUrl: 'https://router.huggingface.co/v1',
    modelTypes: chat,
    keysUrl: 'https://huggingface.co/settings/tokens',
  },
  {
    id: 'jina',
    name: 'Jina AI',
    baseUrl: 'https://api.jina.ai/v1',
    modelTypes: ['embedding', 'rerank'],
    keysUrl: 'https://jina.ai/api-dashboard',
    embedding: {
      fields: { query: { task: 'retrieval.query' }, document: { task: 'retrieval.passage' } },
    },
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    modelTypes: chatAndEmbedding,
    selfHosted: true,
  },
  {
    id: 'localai',
    name: 'LocalAI',
    baseUrl: 'http://localhost:8080/v1',
    modelTypes: everything,
    selfHosted: true,
  },
  {
    id: 'longcat',
    name: 'LongCat',
    baseUrl: 'https://api.longcat.chat/openai/v1',
    modelTypes: ['chat'],
    keysUrl: 'https://longcat.chat/platform',
  },
  {
    id: 'modelscope',
    name: 'ModelScope',
    baseUrl: 'https://api-inference.modelscope.cn/v1',
    modelTypes: chatAndEmbedding,
    keysUrl: 'https://modelscope.cn/my/myaccesstoken',
  },
  {
    id: 'moonshot',
    name: 'Moonshot AI (Kimi)',
    baseUrl: 'https://api.moonshot.ai/v1',
    modelTypes: chat,
    keysUrl: 'https://platform.moonshot.ai/console/api-keys',
  },
  {
    id: 'novita',
    name: 'Novita AI',
    baseUrl: 'https://api.novita.ai/v3/openai',
    modelTypes: chatAndEmbedding,
    keysUrl: 'https://novita.ai/settings/key-management',
  },
  {
    id: 'nvidia',
    name: 'NVIDIA',
    baseUrl: 'https://integrate.api.nvidia.com/v1',
    modelTypes: chatAndEmbedding,
    keysUrl: 'https://build.nvidia.com',
    embedding: inputType('query', 'passage'),
  },
  {
    id: 'perfxcloud',
    name: 'PerfXCloud',
    baseUrl: 'https://cloud.perfxlab.cn/v1',
    modelTypes: chatAndEmbedding,
    keysUrl: 'https://cloud.perfxlab.cn',
  },
  {
    id: 'ppio',
    name: 'PPIO',
    baseUrl: 'https://api.ppinfra.com/v3/openai',
    modelTypes: chatAndEmbedding,
    keysUrl: 'https://ppio.com/settings/key-management',
  },
  {
    id: 'qiniu',
    name: 'Qiniu',
    baseUrl: 'https://api.qnaigc.com/v1',
    modelTypes: chat,
    keysUrl: 'https://portal.qiniu.com/ai-inference/api-key',
  },
  {
    id: 'siliconflow',
    name: 'SiliconFlow',
    baseUrl: 'https://api.siliconflow.cn/v1',
    modelTypes: everything,
    keysUrl: 'https://cloud.siliconflow.cn/account/ak',
  },
  {
    id: 'spark',
    name: 'XunFei Spark',
    baseUrl: 'https://spark-api-open.xf-yun.com/v1',
    modelTypes: ['chat'],
    keysUrl: 'https://console.xfyun.cn/services/cbm',
  },
  {
    id: 'stepfun',
    name: 'StepFun',
    baseUrl: 'https://api.stepfun.com/v1',
    modelTypes: ['chat', 'image_to_text', 'speech_to_text', 'text_to_speech'],
    keysUrl: 'https://platform.stepfun.com/interface-key',
  },
  {
    id: 'tencent-hunyuan',
    name: 'Tencent Hunyuan',
    baseUrl: 'https://api.hunyuan.cloud.tencent.com/v1',
    modelTypes: chatAndEmbedding,
    keysUrl: 'https://console.cloud.tencent.com/hunyuan/api-key',
  },
  {
    id: 'together',
    name: 'Together AI',
    baseUrl: 'https://api.together.xyz/v1',
    modelTypes: everything,
    keysUrl: 'https://api.together.ai/settings/api-keys',
  },
  {
    id: 'tongyi-qianwen',
    name: 'Tongyi Qianwen (DashScope)',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    modelTypes: ['chat', 'embedding', 'rerank', 'image_to_text'],
    keysUrl: 'https://bailian.console.aliyun.com',
    // It refuses more than ten texts.
    embedding: { batch: { texts: 10, tokens: 16_000 } },
    rerankUrl: '/compatible-api/v1/reranks',
  },
  {
    id: 'upstage',
    name: 'Upstage',
    baseUrl: 'https://api.upstage.ai/v1',
    modelTypes: ['chat', 'embedding'],
    keysUrl: 'https://console.upstage.ai/api-keys',
  },
  {
    id: 'vllm',
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    modelTypes: ['chat', 'embedding', 'rerank', 'image_to_text', 'speech_to_text'],
    selfHosted: true,
  },
  {
    id: 'voyage',
    name: 'Voyage AI',
    baseUrl: 'https://api.voyageai.com/v1',
    modelTypes: ['embedding', 'rerank'],
    keysUrl: 'https://dashboard.voyageai.com',
    embedding: inputType('query', 'document'),
  },
  {
    id: 'xai',
    name: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    modelTypes: chat,
    keysUrl: 'https://console.x.ai',
  },
  {
    id: 'xiaomi-mimo',
    name: 'Xiaomi MiMo',
    baseUrl: 'https://api.xiaomimimo.com/v1',
    modelTypes: chat,
    keysUrl: 'https://platform.xiaomimimo.com',
  },
  {
    id: 'xinference',
    name: 'Xinference',
    baseUrl: 'http://localhost:9997/v1',
    modelTypes: everything,
    modelTerm: 'uid',
    selfHosted: true,
  },
  {
    id: 'zhipu',
    name: 'Zhipu AI',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    modelTypes: ['chat', 'embedding', 'rerank', 'image_to_text'],
    keysUrl: 'https://open.bigmodel.cn/usercenter/apikeys',
  },
];
