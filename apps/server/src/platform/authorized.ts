import { type Abilities, AppError, type ErrorCode } from '@lectern/contract';
import type { Actor } from './actor.ts';
import type { SystemTx } from './database/database.ts';

declare const authorizedFor: unique symbol;

/**
 * A row on which this actor may do this. Only `authorize` and `authorizeSystem` make one. Queries that update or
 * delete demand one, or a `SystemTx`.
 */
export type Authorized<Row, Action extends string> = Row & { readonly [authorizedFor]: Action };

type Rule<Row> = (actor: Actor, row: Row) => boolean;

/** Which actor may do what with a row of its own company. The database checks the company. */
export type Policy<Row, Action extends string> = {
  notFound: ErrorCode;
  forbidden: ErrorCode;
  rules: { [Name in Action]: Rule<Row> };
};

type PolicyBuilder<Row, Action extends string> = Policy<Row, Action> & {
  allow: <const Name extends string>(
    actions: Name | readonly Name[],
    rule: Rule<Row>,
  ) => PolicyBuilder<Row, Action | Name>;
};

/**
 * A policy without rules: add them with `allow`. A row that is missing or unreadable answers `notFound`, one that
 * this actor may only read `forbidden`.
 */
export function definePolicy<Row>(errors: {
  notFound: ErrorCode;
  forbidden?: ErrorCode;
}): PolicyBuilder<Row, never> {
  return extend<Row, never>({ forbidden: 'auth.level_too_low', ...errors, rules: {} });
}

function extend<Row, Action extends string>(policy: Policy<Row, Action>): PolicyBuilder<Row, Action> {
  return {
    ...policy,
    allow: <const Name extends string>(actions: Name | readonly Name[], rule: Rule<Row>) => {
      const names = typeof actions === 'string' ? [actions] : actions;
      const added = Object.fromEntries(names.map((name) => [name, rule]));
      return extend<Row, Action | Name>({
        ...policy,
        rules: { ...policy.rules, ...added } as Policy<Row, Action | Name>['rules'],
      });
    },
  };
}

/**
 * The row, marked as authorized. Missing or unreadable: 404, so that ids reveal nothing; readable, but not this
 * action for this actor: 403.
 */
export function authorize<Row, Given extends Row, Actions extends string, Action extends Actions>(
  policy: Policy<Row, Actions>,
  actor: Actor,
  action: Action,
  row: Given | undefined,
): Authorized<Given, Action> {
  const rules: Partial<Record<string, Rule<Row>>> = policy.rules;
  if (row === undefined || !rules.read?.(actor, row)) throw new AppError(policy.notFound);
  if (!rules[action]?.(actor, row)) throw new AppError(policy.forbidden);
  return row as Authorized<Given, Action>;
}

/** The row, for work of the system: no actor asked for it, so no policy applies. */
export function authorizeSystem<Row, Action extends string>(
  _tx: SystemTx,
  row: Row,
): Authorized<Row, Action> {
  return row as Authorized<Row, Action>;
}

/** What the actor may do, by which the page shows its controls. */
export function abilitiesOf<Row>(
  policy: Policy<Row, 'read' | 'update' | 'delete'>,
  actor: Actor,
  row: Row,
): Abilities {
  return {
    read: policy.rules.read(actor, row),
    update: policy.rules.update(actor, row),
    delete: policy.rules.delete(actor, row),
  };
}
