import { buildGguf, type GgufEntry, type GgufTensor } from './build-gguf.ts';

// A chat model of some hundred kilobytes that needs no training: what it says next depends on its last character alone.
// After a question mark it says “Blue [1].” and ends; after an exclamation mark it does not come to an end.

const width = 64;
const inner = 64;
const special = ['<unk>', '<s>', '</s>', '<|im_start|>', '<|im_end|>'];
const bytes = Array.from({ length: 256 }, (_, at) => `<0x${at.toString(16).toUpperCase().padStart(2, '0')}>`);
const characters = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
const tokens = [...special, ...bytes, '\u2581', ...characters];

/** What follows what. */
const chains = [
  ['?', 'B', 'l', 'u', 'e', '\u2581', '[', '1', ']', '.', '<|im_end|>'],
  ['!', 'x', 'y', 'x'],
];

/** Ends with what was said last, which decides about the answer. */
const template = `{{ bos_token }}{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}{% if not loop.last %}<|im_end|>
{% endif %}{% endfor %}`;

/** The bytes of a GGUF file; `changes` of its header, where undefined leaves a value out. */
export function buildTinyChatModel(changes: Readonly<Record<string, GgufEntry | undefined>> = {}): Buffer {
  const values: Record<string, GgufEntry | undefined> = {
    'general.architecture': 'llama',
    'general.name': 'Tiny chat',
    'general.license': 'apache-2.0',
    'general.languages': ['en', 'fr'],
    'general.file_type': 0,
    'llama.context_length': 16_384,
    'llama.embedding_length': width,
    'llama.block_count': 1,
    'llama.feed_forward_length': inner,
    'llama.attention.head_count': 2,
    'llama.attention.layer_norm_rms_epsilon': 0.00001,
    'tokenizer.ggml.model': 'llama',
    'tokenizer.ggml.tokens': tokens,
    'tokenizer.ggml.scores': { floats: tokens.map((_, at) => -at) },
    'tokenizer.ggml.token_type': tokens.map(typeOf),
    'tokenizer.ggml.bos_token_id': 1,
    'tokenizer.ggml.eos_token_id': tokens.indexOf('<|im_end|>'),
    'tokenizer.ggml.unknown_token_id': 0,
    'tokenizer.ggml.add_bos_token': true,
    'tokenizer.ggml.add_space_prefix': false,
    'tokenizer.chat_template': template,
    ...changes,
  };
  const kept = Object.entries(values).filter((entry): entry is [string, GgufEntry] => entry[1] !== undefined);
  return buildGguf(Object.fromEntries(kept), weigh());
}

/** Unknown, control, byte or normal. */
function typeOf(token: string): number {
  if (token === '<unk>') return 2;
  if (special.includes(token)) return 3;
  return bytes.includes(token) ? 6 : 1;
}

/** Attention and the network inside add nothing, so that each token is found again at the output. */
function weigh(): GgufTensor[] {
  const random = createRandom();
  const embeddings = tokens.map(() => Array.from({ length: width }, () => (random() < 0.5 ? -0.125 : 0.125)));
  const outputs = tokens.map(() => new Array<number>(width).fill(0));
  for (const chain of chains)
    for (const [at, token] of chain.entries()) {
      const before = chain[at - 1];
      const row = outputs[tokens.indexOf(token)];
      // One that follows several is near to all of them.
      if (before !== undefined && row)
        for (const [index, value] of (embeddings[tokens.indexOf(before)] ?? []).entries())
          row[index] = (row[index] ?? 0) + 4 * value;
    }
  const filled = (name: string, dimensions: number[], value: number): GgufTensor => ({
    name,
    dimensions,
    weights: new Float32Array(dimensions.reduce((product, size) => product * size, 1)).fill(value),
  });
  const block = 'blk.0.';
  return [
    {
      name: 'token_embd.weight',
      dimensions: [width, tokens.length],
      weights: Float32Array.from(embeddings.flat()),
    },
    { name: 'output.weight', dimensions: [width, tokens.length], weights: Float32Array.from(outputs.flat()) },
    filled('output_norm.weight', [width], 1),
    filled(`${block}attn_norm.weight`, [width], 1),
    filled(`${block}ffn_norm.weight`, [width], 1),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) =>
      filled(`${block}${name}.weight`, [width, width], 0),
    ),
    ...['ffn_gate', 'ffn_up'].map((name) => filled(`${block}${name}.weight`, [width, inner], 0)),
    filled(`${block}ffn_down.weight`, [inner, width], 0),
  ];
}

/** The same numbers in every run. */
function createRandom(): () => number {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
