import type { Actor } from '../../../platform/actor.ts';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import { definePort } from '../../../platform/hooks.ts';

export type Visitor = NonNullable<Actor['visitor']>;

/** What a conversation needs to know of the visitors of websites. */
export type VisitorPort = {
  /** Today's actors of those among these visitors whose widget still lets them in. */
  recheck: (tx: SystemTx, ids: string[]) => Promise<Map<string, Omit<Actor, 'language'>>>;
  /** Counts a question against the limits of the widget; throws where one is reached. */
  takeQuestion: (tx: Tx, visitor: Visitor) => Promise<void>;
};

export const visitorPort = definePort<VisitorPort>('visitors');
