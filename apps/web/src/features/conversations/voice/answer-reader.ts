/** How an answer is read now. `loading`: the next sound is still being made. */
export type Reading = { messageId: string; phase: 'loading' | 'playing' | 'paused' };

/** What the reader needs of the world. */
export type ReaderPorts = {
  countParts: (signal: AbortSignal) => Promise<number>;
  fetchPart: (part: number, signal: AbortSignal) => Promise<Blob>;
};

export type AnswerReader = {
  /** Reads an answer from its beginning; another one ends. Fails where a part cannot be made. */
  start: (messageId: string, ports: ReaderPorts) => Promise<void>;
  pause: () => void;
  resume: () => void;
  stop: () => void;
  current: () => Reading | null;
  subscribe: (listener: () => void) => () => void;
};

/**
 * Reads one answer at a time. The part after the one that plays is fetched meanwhile. What was read last is kept until
 * another answer is read: to hear it again costs nothing.
 */
export function createAnswerReader(createAudio: () => HTMLAudioElement): AnswerReader {
  const listeners = new Set<() => void>();
  let reading: Reading | null = null;
  let kept: { messageId: string; count?: number; parts: Map<number, Blob> } | undefined;
  let controller = new AbortController();
  let audio: HTMLAudioElement | undefined;

  function show(next: Reading | null): void {
    reading = next;
    for (const listener of listeners) listener();
  }

  function stop(): void {
    controller.abort();
    audio?.pause();
    if (reading) show(null);
  }

  /** Plays to the end; false where it was stopped. */
  function play(sound: Blob, messageId: string, signal: AbortSignal): Promise<boolean> {
    audio ??= createAudio();
    const player = audio;
    const url = URL.createObjectURL(sound);
    return new Promise<boolean>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(false), { once: true });
      player.onended = () => resolve(true);
      player.onerror = () => reject(new Error('the sound cannot be played'));
      player.src = url;
      show({ messageId, phase: 'playing' });
      // A browser that wants another press first: the button continues.
      player.play().catch(() => {
        if (!signal.aborted && !player.error) show({ messageId, phase: 'paused' });
      });
    }).finally(() => URL.revokeObjectURL(url));
  }

  async function start(messageId: string, ports: ReaderPorts): Promise<void> {
    stop();
    controller = new AbortController();
    const { signal } = controller;
    if (kept?.messageId !== messageId) kept = { messageId, parts: new Map() };
    const own = kept;
    const load = async (part: number) => {
      const sound = own.parts.get(part) ?? (await ports.fetchPart(part, signal));
      own.parts.set(part, sound);
      return sound;
    };
    show({ messageId, phase: 'loading' });
    try {
      own.count ??= await ports.countParts(signal);
      let next = own.count > 0 ? load(0) : undefined;
      for (let part = 0; next !== undefined; part++) {
        if (part > 0 && !own.parts.has(part)) show({ messageId, phase: 'loading' });
        const sound = await next;
        if (signal.aborted) return;
        next = part + 1 < own.count ? load(part + 1) : undefined;
        // Told when it is its turn.
        next?.catch(() => undefined);
        if (!(await play(sound, messageId, signal))) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      stop();
      throw error;
    }
    show(null);
  }

  return {
    start,
    stop,
    pause: () => {
      if (reading?.phase !== 'playing') return;
      audio?.pause();
      show({ ...reading, phase: 'paused' });
    },
    resume: () => {
      if (reading?.phase !== 'paused') return;
      show({ ...reading, phase: 'playing' });
      void audio?.play().catch(stop);
    },
    current: () => reading,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
