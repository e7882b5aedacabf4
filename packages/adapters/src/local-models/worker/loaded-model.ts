import type { ModelCalls } from '../process/protocol.ts';

/** What a process does with its model. `drop` calls work off that was begun for `owner`. */
export type LoadedModel = {
  [M in keyof ModelCalls]?: (
    task: ModelCalls[M]['task'],
    owner: object,
    /** Words of the answer as they come. */
    say: (text: string) => void,
  ) => Promise<ModelCalls[M]['result']>;
} & { drop: (owner: object) => void };
