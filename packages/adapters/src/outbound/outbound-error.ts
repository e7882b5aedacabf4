/** Which rule an address breaks. */
export type RefusalReason = 'url' | 'scheme' | 'port' | 'credentials' | 'address' | 'redirect';

/**
 * What the outbound client itself decides. Failures of the network keep the codes of Node and undici.
 * `code` is what other packages look at, since they do not import this one.
 */
export class OutboundError extends Error {
  readonly code: 'outbound_refused' | 'outbound_timeout' | 'outbound_too_large' | 'outbound_unresolved';
  readonly reason: RefusalReason | undefined;
  constructor(code: OutboundError['code'], message: string, reason?: RefusalReason) {
    super(message);
    this.name = 'OutboundError';
    this.code = code;
    this.reason = reason;
  }
}

export function refuse(reason: RefusalReason, message: string): never {
  throw new OutboundError('outbound_refused', message, reason);
}
