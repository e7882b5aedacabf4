/** Messages between the host page and the frame. Both sides check origin and window of what they receive. */
export type FromFrame =
  | { lectern: 'ready' }
  | { lectern: 'close' }
  /** For listeners of the host page, such as a question that was asked. */
  | { lectern: 'event'; name: string; detail: unknown };

export type ToFrame = { lectern: 'hello' } | { lectern: 'opened' } | { lectern: 'identify'; token: string };

export function isFromFrame(data: unknown): data is FromFrame {
  return typeof data === 'object' && data !== null && typeof (data as FromFrame).lectern === 'string';
}
