import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Within the repository, and within the model's folder: nothing leads out of either. */
const path = z.string().regex(/^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+)*$/);

const catalogueModel = z.strictObject({
  /** Also the name of its folder, and for ever its name in knowledge bases. */
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,62}$/i),
  name: z.string().min(1).max(255),
  type: z.enum(['embedding', 'rerank', 'chat']),
  repository: path,
  /** A commit, so that the files never change. */
  revision: z.string().regex(/^[\w.-]+$/),
  /** Without a SHA-256, what the hub itself states about the file is checked. */
  files: z.array(
    z.strictObject({
      path,
      target: path.optional(),
      bytes: z.number().int().min(0),
      sha256: sha256.optional(),
    }),
  ),
  licence: z.string(),
  /** The languages of the product that it knows well, and how many in all. */
  languages: z.array(z.enum(['en', 'fr', 'zh'])),
  languageCount: z.number().int().min(1),
  maxTokens: z.number().int().min(1),
  dimensions: z.number().int().min(1).nullable(),
  /** Of a chat model, such as `Q8_0`. */
  quantization: z.string().optional(),
  /** Recall among the first ten, in percent, with the model and with the built-in one (`npm run bench:models`). */
  gain: z.object({ found: z.number(), foundBuiltIn: z.number() }).optional(),
});

/** A model that can be downloaded with one click. */
export type CatalogueModel = z.infer<typeof catalogueModel>;

/** A catalogue of an installation's own, as JSON. Throws for anything else. */
export function readCatalogue(text: string): CatalogueModel[] {
  return z.array(catalogueModel).parse(JSON.parse(text));
}

/** Checked for this product: licences that allow any use, files without code, weights in one file. */
export const localModelCatalogue: readonly CatalogueModel[] = [
  {
    id: 'multilingual-e5-small',
    name: 'multilingual-e5-small',
    type: 'embedding',
    repository: 'Xenova/multilingual-e5-small',
    revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
    files: [
      {
        path: 'onnx/model_quantized.onnx',
        target: 'model.onnx',
        bytes: 118_308_185,
        sha256: 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
      },
      {
        path: 'tokenizer.json',
        bytes: 17_082_730,
        sha256: '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
      },
      {
        path: 'tokenizer_config.json',
        bytes: 443,
        sha256: 'a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b',
      },
      {
        path: 'config.json',
        bytes: 658,
        sha256: 'cb99455288675345e1a4f411438d5d0adbba5fbd3a67ea4fb03c015433b996c1',
      },
    ],
    licence: 'MIT',
    languages: ['en', 'fr', 'zh'],
    languageCount: 94,
    maxTokens: 512,
    dimensions: 384,
    gain: { found: 79, foundBuiltIn: 76 },
  },
  {
    id: 'bge-m3',
    name: 'bge-m3',
    type: 'embedding',
    repository: 'Xenova/bge-m3',
    revision: '46ce10a0ac77ca4bab460d6676ba8260b33e68dc',
    files: [
      { path: 'onnx/model_int8.onnx', target: 'model.onnx', bytes: 568_456_694 },
      { path: 'tokenizer.json', bytes: 17_082_821 },
      { path: 'tokenizer_config.json', bytes: 1_000 },
      { path: 'config.json', bytes: 1_000 },
    ],
    licence: 'MIT',
    languages: ['en', 'fr', 'zh'],
    languageCount: 100,
    maxTokens: 8_192,
    dimensions: 1_024,
  },
  {
    id: 'mmarco-minilm-reranker',
    name: 'mMiniLMv2-L12 reranker',
    type: 'rerank',
    repository: 'cross-encoder/mmarco-mMiniLMv2-L12-H384-v1',
    revision: '1427fd652930e4ba29e8149678df786c240d8825',
    files: [
      {
        path: 'onnx/model_quint8_avx2.onnx',
        target: 'model.onnx',
        bytes: 118_620_017,
        sha256: '6c2513767fb63d008a4377bef7a7a3555433d9436342bb53e35a3a72ffc52d4b',
      },
      {
        path: 'tokenizer.json',
        bytes: 17_082_660,
        sha256: '62c24cdc13d4c9952d63718d6c9fa4c287974249e16b7ade6d5a85e7bbb75626',
      },
      { path: 'tokenizer_config.json', bytes: 1_000 },
      {
        path: 'config.json',
        bytes: 1_000,
        sha256: 'cc2cfe51aa3fd759d21d21acf5dfd6994aa67a3c9210636d22e143699d336c77',
      },
    ],
    licence: 'Apache-2.0',
    languages: ['en', 'fr', 'zh'],
    languageCount: 14,
    maxTokens: 512,
    dimensions: null,
  },
  {
    id: 'qwen3-0.6b',
    name: 'Qwen3 0.6B',
    type: 'chat',
    repository: 'Qwen/Qwen3-0.6B-GGUF',
    revision: '23749fefcc72300e3a2ad315e1317431b06b590a',
    files: [
      {
        path: 'Qwen3-0.6B-Q8_0.gguf',
        bytes: 639_446_688,
        sha256: '9465e63a22add5354d9bb4b99e90117043c7124007664907259bd16d043bb031',
      },
    ],
    licence: 'Apache-2.0',
    languages: ['en', 'fr', 'zh'],
    languageCount: 119,
    maxTokens: 32_768,
    dimensions: null,
    quantization: 'Q8_0',
  },
  {
    id: 'qwen3-1.7b',
    name: 'Qwen3 1.7B',
    type: 'chat',
    repository: 'Qwen/Qwen3-1.7B-GGUF',
    revision: '90862c4b9d2787eaed51d12237eafdfe7c5f6077',
    files: [
      {
        path: 'Qwen3-1.7B-Q8_0.gguf',
        bytes: 1_834_426_016,
        sha256: '061b54daade076b5d3362dac252678d17da8c68f07560be70818cace6590cb1a',
      },
    ],
    licence: 'Apache-2.0',
    languages: ['en', 'fr', 'zh'],
    languageCount: 119,
    maxTokens: 32_768,
    dimensions: null,
    quantization: 'Q8_0',
  },
];
