import type { ParseRun } from '../parse-run.ts';

/** What reading pages needs to know of a parse, or of a look before it. */
export type Recognising = Pick<ParseRun, 'platform' | 'parse' | 'found' | 'base' | 'reading'> & {
  follower: Pick<ParseRun['follower'], 'signal'>;
};
