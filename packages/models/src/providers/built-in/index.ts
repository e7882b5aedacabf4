export { hashedEmbeddingModel } from './hashed-embedding.ts';
