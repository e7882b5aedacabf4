export { normaliseHostname, readAllowedHosts } from './address-rules.ts';
export {
  createOutboundClient,
  type OutboundClient,
  type OutboundInit,
  type OutboundOptions,
} from './outbound-client.ts';
export { OutboundError, type RefusalReason } from './outbound-error.ts';
export type { Resolve } from './resolve-checked.ts';
