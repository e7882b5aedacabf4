export {
  type BringStage,
  bringModel,
  type LocalModelParts,
  type ModelSource,
} from './bring-model.ts';
export { DownloadError } from './download/download-error.ts';
export type { ModelHints } from './folder/describe-folder.ts';
export {
  estimateMegabytes,
  idFromPath,
  openModelStore,
} from './folder/install-folder.ts';
export { type LocalModelType, type ModelManifest, sizeOf } from './folder/manifest.ts';
export { LocalModelError } from './local-model-error.ts';
export { createLocalModels } from './local-models.ts';
export { ModelFileError } from './model-file-error.ts';
export { runtimeBytes } from './runtime/packages.ts';
export { openRuntimeStore } from './runtime/runtime.ts';
