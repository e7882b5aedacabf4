import type { Citation, Json } from '@lectern/contract';
import type { PublishedFlow } from '../services.ts';
import type { Turn } from './state.ts';

/** Flows that run within each other, with the outermost. */
export const deepestFlows = 5;

export type NestedInput = {
  flow: PublishedFlow;
  question: string;
  inputs: Record<string, Json>;
  history: Turn[];
};

export type NestedResult = { text: string; citations: Citation[]; variables: Record<string, Json> };
