import type { ProviderDescription } from '@lectern/contract';
import { builtIn } from './built-in/provider.ts';
import type { Provider } from './define-provider.ts';
import { ollama } from './ollama/provider.ts';
import { openaiCompatible } from './openai-compatible/provider.ts';

/** Every model provider, in the order in which the form offers them. */
export const providers: readonly Provider[] = [
  builtIn as Provider,
  openaiCompatible as Provider,
  ollama as Provider,
];

/** Throws when there is no provider of that id: ids come from our own table. */
export function getProvider(id: string): Provider {
  const provider = providers.find((candidate) => candidate.id === id);
  if (provider === undefined) throw new Error(`no model provider "${id}"`);
  return provider;
}

/** The catalogue as plain data, from which the web form is drawn. */
export function describeProviders(): ProviderDescription[] {
  return providers.map(({ id, name, hosted, modelTypes, credentials }) => ({
    id,
    name,
    modelTypes: [...modelTypes],
    credentials: [...credentials.fields],
    builtIn: !hosted,
  }));
}
