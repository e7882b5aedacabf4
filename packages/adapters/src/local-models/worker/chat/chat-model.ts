import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { ChatParameters, LocalChatRequest } from '@lectern/models';
import type { ChatModelManifest } from '../../folder/manifest.ts';
import type { ModelCalls } from '../../process/protocol.ts';
import type { LoadedModel } from '../loaded-model.ts';
import { type Llama, type LlamaContext, type LlamaModel, loadLlama, type Sampler } from './llama.ts';
import { createPromptWriter } from './prompt.ts';
import { createScheduler, type Engine, type Writer } from './scheduler.ts';
import { createTextWriter } from './text-writer.ts';

const batch = 512;
/** An answer ends here where nothing else was said: small models may go round in circles. */
const defaultAnswerTokens = 2_048;
/** As llama.cpp's own programs have them. */
const samplingDefaults = { temperature: 0.8, topP: 0.95, topK: 40, minP: 0.05 };
/** Penalties look back on this many tokens of the answer. */
const penaltyTokens = 256;

type Answer = Writer & { sampler: Sampler };

/** A GGUF model that goes on with conversations. */
export async function openChatModel(
  folder: string,
  manifest: ChatModelManifest,
  options: { runtime: string; threads: number },
): Promise<LoadedModel> {
  const { maxTokens, parallel } = manifest;
  const llama = await loadLlama(options.runtime);
  const model = await llama.openModel(join(folder, manifest.model));
  const writePrompt = createPromptWriter(model, llama.compileTemplate(manifest.template), maxTokens);
  const context = await llama.openContext(model, {
    tokens: maxTokens,
    sequences: parallel,
    batch,
    threads: chooseThreads(options.threads, llama.cores),
  });
  const scheduler = createScheduler(createEngine(context, parallel));
  const answers = new Map<object, Answer>();

  return {
    drop: (owner) => {
      const answer = answers.get(owner);
      if (answer) scheduler.drop(answer);
    },
    chat: async (task, owner, say) => {
      const prompt = writePrompt(task.messages);
      try {
        return await new Promise((resolve, reject) => {
          const answer = openAnswer(llama, model, { prompt, task, maxTokens }, say, resolve, reject);
          answers.set(owner, answer);
          scheduler.add(answer);
        });
      } finally {
        answers.delete(owner);
      }
    },
  };
}

/** The server needs a core of its own: threads that wait for one another waste what the others compute. */
const chooseThreads = (allowed: number, cores: number): number =>
  Math.max(1, Math.min(allowed, cores) - (allowed > 1 ? 1 : 0));

function createEngine(context: LlamaContext, sequences: number): Engine {
  return {
    sequences,
    batch,
    clear: (sequence) => context.disposeSequence(sequence),
    step: async (parts) => {
      context.initBatch(parts.reduce((sum, { tokens }) => sum + tokens.length, 0));
      const outputs = parts.map(({ sequence, position, tokens, writer }) => {
        const wanted = writer ? Uint32Array.of(tokens.length - 1) : new Uint32Array();
        return context.addToBatch(sequence, position, tokens, wanted)[0];
      });
      await context.decodeBatch();
      const chosen: number[] = [];
      for (const [at, { writer }] of parts.entries())
        chosen.push(
          writer && outputs[at] !== undefined
            ? await context.sampleToken(outputs[at], (writer as Answer).sampler)
            : -1,
        );
      return chosen;
    },
  };
}

function openAnswer(
  llama: Llama,
  model: LlamaModel,
  { prompt, task, maxTokens }: { prompt: Uint32Array; task: LocalChatRequest; maxTokens: number },
  say: (text: string) => void,
  resolve: (result: ModelCalls['chat']['result']) => void,
  reject: (error: unknown) => void,
): Answer {
  const writer = createTextWriter(model);
  const sampler = llama.openSampler(model);
  const room = maxTokens - prompt.length;
  const limit = Math.min(room, task.parameters.maxTokens ?? defaultAnswerTokens);
  const setUp = configure(sampler, task.parameters);
  const written: number[] = [];
  let reason: 'stop' | 'length' = 'stop';

  function show(text: string): void {
    if (text !== '') say(text);
  }

  return {
    prompt,
    sampler,
    take: (token) => {
      if (token < 0 || model.isEogToken(token)) return false;
      written.push(token);
      show(writer.push(token));
      if (written.length >= limit) {
        reason = 'length';
        return false;
      }
      setUp(written);
      return true;
    },
    settle: (error) => {
      sampler.dispose();
      if (error !== undefined) return reject(error);
      show(writer.finish());
      resolve({ reason, promptTokens: prompt.length, completionTokens: written.length });
    },
  };
}

/** Returns what tells the sampler about the tokens that penalties are for. */
function configure(sampler: Sampler, parameters: ChatParameters): (written: readonly number[]) => void {
  const { temperature = samplingDefaults.temperature, topP = samplingDefaults.topP } = parameters;
  const { presencePenalty = 0, frequencyPenalty = 0 } = parameters;
  const { topK, minP } = samplingDefaults;
  const base = { temperature, topP, topK, minP, seed: randomInt(2 ** 32) };
  sampler.applyConfig(base);
  if (presencePenalty === 0 && frequencyPenalty === 0) return () => {};
  return (written) =>
    sampler.applyConfig({
      ...base,
      repeatPenalty: 1,
      repeatPenaltyMaxTokens: penaltyTokens,
      repeatPenaltyTokens: Uint32Array.from(written.slice(-penaltyTokens)),
      repeatPenaltyPresencePenalty: presencePenalty,
      repeatPenaltyFrequencyPenalty: frequencyPenalty,
    });
}
