export type SandboxTask = {
  code: string;
  /** As JSON. */
  inputs: string;
  timeMs: number;
};

export type SandboxReply =
  | { ok: true; json: string }
  | { ok: false; reason: 'time' }
  | { ok: false; reason: 'size' }
  | { ok: false; reason: 'error'; message: string };

export const sandboxLimits = {
  memoryBytes: 16 * 1024 * 1024,
  stackBytes: 512 * 1024,
  /** Characters of the result as JSON. */
  longestResult: 500_000,
} as const;
