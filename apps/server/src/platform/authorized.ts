import { type Abilities, AppError, type ErrorCode } from '@lectern/contract';
import type { Actor } from './actor.ts';

declare const authorizedFor: unique symbol;

/** A row that this actor may treat so. Only `authorize` makes one; queries that change or delete accept nothing else. */
export type Authorized<Row, Action extends string> = Row & { readonly [authorizedFor]: Action };

/** Which actor may do what with a row of its own company. The company is not checked here: the database does that. */
export type Policy<Row, Action extends string = 'read' | 'update' | 'delete'> = {
  notFound: ErrorCode;
  forbidden: ErrorCode;
  rules: Record<Action, (actor: Actor, row: Row) => boolean>;
};

/**
 * The row, marked as authorised. Missing or unreadable: 404, so that ids tell nothing;
 * readable but not to be changed by this actor: 403.
 */
export function authorize<Row, Actions extends string, Action extends Actions>(
  policy: Policy<Row, Actions>,
  actor: Actor,
  action: Action,
  row: Row | undefined,
): Authorized<Row, Action> {
  const { rules } = policy as unknown as Policy<Row, string>;
  if (row === undefined || !rules.read?.(actor, row)) throw new AppError(policy.notFound);
  if (!rules[action]?.(actor, row)) throw new AppError(policy.forbidden);
  return row as Authorized<Row, Action>;
}

/** What the actor may do, for the page to show its controls by. */
export function abilitiesOf<Row>(policy: Policy<Row>, actor: Actor, row: Row): Abilities {
  return {
    read: policy.rules.read(actor, row),
    update: policy.rules.update(actor, row),
    delete: policy.rules.delete(actor, row),
  };
}
