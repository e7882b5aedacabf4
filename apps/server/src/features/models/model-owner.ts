import type { OutboundClient } from '@lectern/adapters';
import type { ModelRuntime } from '@lectern/models';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** Whose models a call manages. What one owner configures, the other neither changes nor sees by these calls. */
export type ModelOwner = {
  /** Null: the platform. */
  companyId: string | null;
  /** The transaction in which the owner's rows may be written. */
  work: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
} & WayOut;

type WayOut = { outbound: OutboundClient; runtime: ModelRuntime };

/** Through which client a model's calls leave: what the platform may reach inside its network, a company may not. */
export function outboundFor(platform: Platform, companyId: string | null): WayOut {
  return companyId === null
    ? { outbound: platform.outbound, runtime: platform.modelRuntime }
    : { outbound: platform.companyOutbound, runtime: platform.companyModelRuntime };
}

export function platformOwner(platform: Platform): ModelOwner {
  return {
    companyId: null,
    work: (work) => platform.database.acrossCompanies("the platform's models belong to no company", work),
    ...outboundFor(platform, null),
  };
}

export function companyOwner(platform: Platform, actor: Actor): ModelOwner {
  return {
    companyId: actor.companyId,
    work: (work) => platform.database.withActor(actor, work),
    ...outboundFor(platform, actor.companyId),
  };
}
