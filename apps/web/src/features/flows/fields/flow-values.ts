import type { Json } from '@lectern/contract';

/** What the form of a component is filled with. */
export type FlowValues = Record<string, Json>;
