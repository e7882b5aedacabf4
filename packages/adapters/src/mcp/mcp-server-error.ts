/** Why a server could not be used. `too_large`: it sent more than we read. */
export type McpFault =
  | 'address_refused'
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'failed'
  | 'not_mcp'
  | 'too_large';

/** Holds nothing that the server wrote: it may be long, and it may be an order to a model. */
export class McpServerError extends Error {
  readonly fault: McpFault;
  /** Of its answer, where there was one. */
  readonly status: number | undefined;
  constructor(fault: McpFault, options: { status?: number | undefined; cause?: unknown } = {}) {
    super(`mcp server: ${fault}`, { cause: options.cause });
    this.name = 'McpServerError';
    this.fault = fault;
    this.status = options.status;
  }
}
