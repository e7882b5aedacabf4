export { extractiveChatModel } from './extractive-chat.ts';
export { hashedEmbeddingModel } from './hashed-embedding.ts';
