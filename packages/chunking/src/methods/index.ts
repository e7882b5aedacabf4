import type { ChunkMethod } from '../method.ts';
import { naive } from './naive.ts';
import { one } from './one.ts';

/** Every chunk method, in the order in which they are offered. */
export const chunkMethods: readonly ChunkMethod[] = [naive, one];
