import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// The part of the addon that is used. It is installed on demand, so its types are not there, and it is always the very
// version that `runtime/packages.ts` names.

export type Sampler = { applyConfig: (config: SamplerConfig) => void; dispose: () => void };
export type SamplerConfig = {
  temperature: number;
  topK?: number;
  topP?: number;
  minP?: number;
  seed: number;
  repeatPenalty?: number;
  repeatPenaltyMaxTokens?: number;
  repeatPenaltyTokens?: Uint32Array;
  repeatPenaltyPresencePenalty?: number;
  repeatPenaltyFrequencyPenalty?: number;
};

export type LlamaModel = {
  init: () => Promise<boolean>;
  /** `special`: texts such as `<|im_end|>` become the tokens that steer the model. */
  tokenize: (text: string, special: boolean) => Uint32Array;
  detokenize: (tokens: Uint32Array, special: boolean) => string;
  tokenBos: () => number;
  tokenEos: () => number;
  getTokenString: (token: number) => string;
  getTokenAttributes: (token: number) => number;
  isEogToken: (token: number) => boolean;
  shouldPrependBosToken: () => boolean;
};

export type LlamaContext = {
  init: () => Promise<boolean>;
  initBatch: (tokens: number) => void;
  /** Returns where in the batch the outputs of the tokens at `outputs` will be. */
  addToBatch: (sequence: number, position: number, tokens: Uint32Array, outputs: Uint32Array) => Uint32Array;
  decodeBatch: () => Promise<void>;
  /** -1 where no token is possible. */
  sampleToken: (output: number, sampler: Sampler) => Promise<number>;
  disposeSequence: (sequence: number) => void;
};

export type TemplateRenderer = { render: (values: Record<string, unknown>) => string };

type Addon = {
  AddonModel: new (path: string, options: object) => LlamaModel;
  AddonContext: new (model: LlamaModel, options: object) => LlamaContext;
  AddonSampler: new (model: LlamaModel) => Sampler;
  AddonJinjaRenderer: new (template: string) => TemplateRenderer;
  markLoaded: () => boolean;
  setLogger: (log: (level: number, message: string) => void) => void;
  setLoggerLogLevel: (level: number) => void;
  loadBackends: (folder?: string) => void;
  getGpuType: () => string | false | undefined;
  getMathCores: () => number;
  init: () => Promise<void>;
};

export type Llama = {
  openModel: (path: string) => Promise<LlamaModel>;
  openContext: (
    model: LlamaModel,
    options: { tokens: number; sequences: number; batch: number; threads: number },
  ) => Promise<LlamaContext>;
  openSampler: (model: LlamaModel) => Sampler;
  compileTemplate: (template: string) => TemplateRenderer;
  /** Cores that compute; threads of one core would wait for each other. */
  readonly cores: number;
};

const errorLevel = 2;
const scope = '@node-llama-cpp';

/** Loads llama.cpp into this process, for its processor alone. */
export async function loadLlama(runtime: string): Promise<Llama> {
  // Where it gives up, it would start a debugger for its last words.
  process.env.GGML_NO_BACKTRACE = '1';
  const folder = findBinaries(runtime);
  const addon = createRequire(join(runtime, 'package.json'))(join(folder, 'llama-addon.node')) as Addon;
  addon.markLoaded();
  let fault = '';
  addon.setLogger((level, message) => {
    // The first says why; those after it only that it was in vain.
    if (level <= errorLevel) fault ||= message.trim();
  });
  addon.setLoggerLogLevel(errorLevel);
  // Chooses the build for this very processor among those in the folder.
  addon.loadBackends();
  if (addon.getGpuType() === undefined) addon.loadBackends(folder);
  await addon.init();

  /** What the library says about a failure comes as a log message. */
  async function explain<T>(work: () => Promise<T>): Promise<T> {
    fault = '';
    try {
      return await work();
    } catch (error) {
      await new Promise(setImmediate);
      throw fault === '' ? error : new Error(fault.slice(0, 300), { cause: error });
    }
  }

  return {
    cores: Math.max(1, Math.floor(addon.getMathCores())),
    openModel: (path) =>
      explain(async () => {
        const model = new addon.AddonModel(path, { addonExports: addon, gpuLayers: 0, useMmap: true });
        if (!(await model.init())) throw new Error('the model was not loaded');
        return model;
      }),
    openContext: (model, { tokens, sequences, batch, threads }) =>
      explain(async () => {
        const context = new addon.AddonContext(model, {
          contextSize: tokens * sequences,
          sequences,
          batchSize: batch,
          threads,
          flashAttention: 'auto',
        });
        if (!(await context.init())) throw new Error('Cannot allocate memory for the context');
        return context;
      }),
    openSampler: (model) => new addon.AddonSampler(model),
    compileTemplate: (template) => new addon.AddonJinjaRenderer(template),
  };
}

function findBinaries(runtime: string): string {
  const packages = join(runtime, 'node_modules', scope);
  const [name] = readdirSync(packages);
  const builds = join(packages, name ?? '', 'bins');
  return join(builds, readdirSync(builds)[0] ?? '');
}
