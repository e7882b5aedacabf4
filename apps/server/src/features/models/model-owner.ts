import type { OutboundClient } from '@lectern/adapters';
import type { ModelRuntime } from '@lectern/models';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** Whose models a call manages. Owners neither see nor change each other's models. */
export type ModelOwner = {
  actor: Actor;
  /** Null: the platform. */
  companyId: string | null;
  /** The transaction in which the owner's rows may be written. */
  work: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
} & Outbound;

type Outbound = { outbound: OutboundClient; runtime: ModelRuntime };

/** The client for a model's calls: the platform's models may reach addresses inside its network, a company's may not. */
export function outboundFor(platform: Platform, companyId: string | null): Outbound {
  return companyId === null
    ? { outbound: platform.outbound, runtime: platform.modelRuntime }
    : { outbound: platform.companyOutbound, runtime: platform.companyModelRuntime };
}

export function platformOwner(platform: Platform, actor: Actor): ModelOwner {
  return {
    actor,
    companyId: null,
    work: (work) => platform.database.acrossCompanies("the platform's models belong to no company", work),
    ...outboundFor(platform, null),
  };
}

export function companyOwner(platform: Platform, actor: Actor): ModelOwner {
  return {
    actor,
    companyId: actor.companyId,
    work: (work) => platform.database.withActor(actor, work),
    ...outboundFor(platform, actor.companyId),
  };
}
