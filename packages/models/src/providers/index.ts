import type { ProviderDescription } from '@lectern/contract';
import { anthropic } from './anthropic/provider.ts';
import { azureOpenai } from './azure-openai/provider.ts';
import { bedrock } from './bedrock/provider.ts';
import { builtIn } from './built-in/provider.ts';
import type { Provider } from './define-provider.ts';
import { fishAudio } from './fish-audio/provider.ts';
import { knownModels } from './known-models.ts';
import { local } from './local/provider.ts';
import { minimax } from './minimax/provider.ts';
import { ollama } from './ollama/provider.ts';
import { gatewayProviders, openaiCompatible } from './openai-compatible/provider.ts';
import { replicate } from './replicate/provider.ts';
import { tencentCloud } from './tencent-cloud/provider.ts';
import { vertex } from './vertex/provider.ts';
import { volcengine } from './volcengine/provider.ts';

/** Every model provider, in the order in which the form offers them. */
export const providers: readonly Provider[] = [
  builtIn as Provider,
  local as Provider,
  openaiCompatible as Provider,
  anthropic as Provider,
  azureOpenai as Provider,
  bedrock as Provider,
  vertex as Provider,
  ollama as Provider,
  volcengine as Provider,
  tencentCloud as Provider,
  minimax as Provider,
  replicate as Provider,
  fishAudio as Provider,
  ...(gatewayProviders as readonly Provider[]),
];

/** Throws when there is no provider of that id: ids come from our own table. */
export function getProvider(id: string): Provider {
  const provider = providers.find((candidate) => candidate.id === id);
  if (provider === undefined) throw new Error(`no model provider "${id}"`);
  return provider;
}

/** The catalogue as plain data, from which the web form is drawn. */
export function describeProviders(): ProviderDescription[] {
  return providers.map((provider) => {
    const { id, name, hosted, modelTypes, credentials, listModels, modelName, keysUrl = null } = provider;
    return {
      id,
      name,
      modelTypes: [...modelTypes],
      credentials: [...credentials.fields],
      builtIn: !hosted,
      listsModels: listModels !== undefined,
      keysUrl,
      modelNameExample: modelName?.example ?? null,
      modelTerm: provider.modelTerm ?? 'name',
      voiceTerm: provider.voiceTerm ?? 'name',
      knownModels: [...(knownModels[id] ?? [])],
    };
  });
}
