/** What computes: several sequences of tokens at once, each from its beginning on. */
export type Engine = {
  sequences: number;
  /** Tokens of one step at most. */
  batch: number;
  /** Computes the tokens and chooses the next one of each part that asks for it; -1 where there is none. */
  step: (parts: readonly Part[]) => Promise<number[]>;
  /** Forgets the tokens of a sequence. */
  clear: (sequence: number) => void;
};

/** `writer`: whose sampler chooses the next token; undefined within a prompt. */
export type Part = { sequence: number; position: number; tokens: Uint32Array; writer: Writer | undefined };

/** One answer that is being written. */
export type Writer = {
  prompt: Uint32Array;
  /** Takes the token and says whether another one is wanted. */
  take: (token: number) => boolean;
  /** Once, when nothing computes for it any more. */
  settle: (error?: unknown) => void;
};

export type Scheduler = {
  add: (writer: Writer) => void;
  /** No token is taken from now on. */
  drop: (writer: Writer) => void;
};

type Active = { writer: Writer; sequence: number; position: number; next: number | undefined };

/** Tokens of prompts in a step while others write, so that their words go on coming. */
const promptAmongOthers = 64;

/** Lets several answers be written at the same time, and the others wait for their turn. */
export function createScheduler(engine: Engine): Scheduler {
  const waiting: Writer[] = [];
  let active: Active[] = [];
  const free = Array.from({ length: engine.sequences }, (_, sequence) => sequence);
  const dropped = new WeakSet<Writer>();
  let running = false;

  function admit(): void {
    while (free.length > 0 && waiting.length > 0) {
      const sequence = free.shift() as number;
      active.push({ writer: waiting.shift() as Writer, sequence, position: 0, next: undefined });
    }
  }

  function leave(item: Active, error?: unknown): void {
    active = active.filter((other) => other !== item);
    engine.clear(item.sequence);
    free.push(item.sequence);
    item.writer.settle(error);
  }

  /** Those that write come first; what is left of the step is for the prompts, in turn. */
  function plan(): { item: Active; part: Part }[] {
    const writing = active.filter(({ next }) => next !== undefined);
    const reading = active.filter(({ next }) => next === undefined);
    let room = writing.length > 0 ? Math.min(promptAmongOthers, engine.batch - writing.length) : engine.batch;
    const steps = writing.map((item) => ({
      item,
      part: {
        sequence: item.sequence,
        position: item.position,
        tokens: Uint32Array.of(item.next as number),
        writer: item.writer,
      } as Part,
    }));
    for (const item of reading) {
      if (room <= 0) break;
      const { prompt } = item.writer;
      const tokens = prompt.subarray(item.position, item.position + room);
      room -= tokens.length;
      const whole = item.position + tokens.length === prompt.length;
      const { sequence, position } = item;
      steps.push({ item, part: { sequence, position, tokens, writer: whole ? item.writer : undefined } });
    }
    return steps;
  }

  async function step(): Promise<void> {
    const steps = plan();
    const chosen = await engine.step(steps.map(({ part }) => part));
    for (const [at, { item, part }] of steps.entries()) {
      item.position += part.tokens.length;
      if (part.writer === undefined || dropped.has(item.writer)) continue;
      item.next = chosen[at] as number;
      if (!item.writer.take(item.next)) leave(item);
    }
  }

  async function work(): Promise<void> {
    if (running) return;
    running = true;
    try {
      for (;;) {
        for (const item of active.filter(({ writer }) => dropped.has(writer))) leave(item);
        admit();
        if (active.length === 0) break;
        await step();
      }
    } catch (error) {
      for (const item of active) leave(item, error);
    } finally {
      running = false;
    }
    if (waiting.length > 0) void work();
  }

  return {
    add: (writer) => {
      waiting.push(writer);
      void work();
    },
    drop: (writer) => {
      dropped.add(writer);
      const at = waiting.indexOf(writer);
      if (at < 0) return;
      waiting.splice(at, 1);
      writer.settle();
    },
  };
}
