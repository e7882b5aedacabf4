import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Tokens } from './tokenizer.ts';

/** The part of `onnxruntime-node` that is used: the package is installed on demand, so its types are not there. */
type Tensor = { data: Float32Array | Uint16Array; dims: readonly number[]; type: string };
type OnnxRuntime = {
  InferenceSession: {
    create: (path: string, options: object) => Promise<OnnxSession>;
  };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
};
type OnnxSession = {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run: (inputs: Record<string, Tensor>, outputs: readonly string[]) => Promise<Record<string, Tensor>>;
};

/** What a model computes for texts of one length, as numbers in the order of `dims`. */
export type Output = { data: Float32Array; dims: readonly number[] };
export type OnnxModel = { run: (batch: readonly Tokens[]) => Promise<Output> };

const known = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'];
/** By preference: a vector for each text, else one for each token. */
const wanted = ['sentence_embedding', 'logits', 'last_hidden_state', 'token_embeddings'];

export async function openOnnxModel(path: string, runtime: string, threads: number): Promise<OnnxModel> {
  const { InferenceSession, Tensor } = createRequire(join(runtime, 'package.json'))(
    'onnxruntime-node',
  ) as OnnxRuntime;
  const session = await InferenceSession.create(path, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Texts have many lengths: a plan for each would be kept and never used again.
    enableMemPattern: false,
    // Threads that wait for the next step would keep the processor from the server.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
  });
  const unknown = session.inputNames.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`it wants an input “${unknown}” that no text gives`);
  const output = wanted.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0];
  if (output === undefined) throw new Error('it has no output');

  return {
    run: async (batch) => {
      const length = Math.max(...batch.map(({ ids }) => ids.length));
      const dims = [batch.length, length];
      const fill = (of: (tokens: Tokens, at: number) => number) => {
        const data = new BigInt64Array(batch.length * length);
        for (const [row, tokens] of batch.entries())
          for (let at = 0; at < tokens.ids.length; at++) data[row * length + at] = BigInt(of(tokens, at));
        return new Tensor('int64', data, dims);
      };
      const readers: Record<string, (tokens: Tokens, at: number) => number> = {
        input_ids: ({ ids }, at) => ids[at] as number,
        attention_mask: () => 1,
        token_type_ids: ({ types }, at) => types[at] as number,
        position_ids: (_, at) => at,
      };
      const inputs: Record<string, Tensor> = {};
      for (const name of session.inputNames) inputs[name] = fill(readers[name] as (typeof readers)[string]);
      const answer = (await session.run(inputs, [output]))[output];
      if (answer?.type !== 'float32') throw new Error(`its output is ${answer?.type}, not float32`);
      return { data: answer.data as Float32Array, dims: answer.dims };
    },
  };
}
