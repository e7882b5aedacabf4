import type { Endpoint } from '@lectern/contract';

/** What a call's admission, limits and audit depend on, in whichever API it stands. */
export type CallRules = Omit<Endpoint, 'tag' | 'summary' | 'response' | 'errors' | 'queues'>;
