export * from './ports.ts';
export { testConnection, type ConnectionTest } from './providers/connection-test.ts';
export {
  defineProvider,
  type CredentialField,
  type ModelSpecification,
  type Provider,
  type ProviderDescription,
} from './providers/define-provider.ts';
export { describeProviders, getProvider, providers } from './providers/index.ts';
export { systemClock } from './resilience/clock.ts';
export { createModelRuntime, type ModelRuntime } from './resilience/model-runtime.ts';
export { openChatModel, openEmbeddingModel, openRerankModel, type ModelEntry } from './open-model.ts';
export { estimateTokens, truncateToTokens } from './resilience/token-estimate.ts';
