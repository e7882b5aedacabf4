export { recogniseAudio } from './audio-type.ts';
export {
  listModelNames,
  type ModelEntry,
  openChatModel,
  openEmbeddingModel,
  openRerankModel,
  openSpeechModel,
  openVisionModel,
  openVoiceModel,
} from './open-model.ts';
export * from './ports.ts';
export { isSmallTalk } from './providers/built-in/extractive/intent.ts';
export { guessAnswerLanguage } from './providers/built-in/extractive/language.ts';
export { type ConnectionTest, testConnection } from './providers/connection-test.ts';
export {
  defineProvider,
  type ModelSpecification,
  type Provider,
} from './providers/define-provider.ts';
export { embeddingPrompt } from './providers/embedding-prompts.ts';
export { describeProviders, getProvider, providers } from './providers/index.ts';
export { type CatalogueModel, localModelCatalogue, readCatalogue } from './providers/local/catalogue.ts';
export { systemClock } from './resilience/clock.ts';
export type { Amount, Meter } from './resilience/meter.ts';
export { createModelRuntime, type ModelRuntime } from './resilience/model-runtime.ts';
export { type SecondModel, secondModels } from './resilience/second-model.ts';
export { estimateTokens, truncateToTokens } from './resilience/token-estimate.ts';
