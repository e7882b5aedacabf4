import { startParserWorker } from './index.ts';

/** What a hostile file makes a parser do. The test runs this file as a worker. */
type Report = (done: number, total: number) => void;

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Node's types know no WebAssembly without those of the browser. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => { buffer: ArrayBuffer } };
};

/** Kept, so that nothing is collected. */
const hoard: unknown[] = [];

await startParserWorker({
  echo: async (value: unknown) => value,
  processId: async () => process.pid,
  environment: async () => Object.keys(process.env),
  spin: async () => {
    for (;;);
  },
  hang: () => new Promise(() => {}),
  heap: async () => {
    for (let index = 0; ; index++)
      hoard.push(Array.from({ length: 1000 }, (_, place) => `${index} ${place}`));
  },
  buffers: async () => {
    for (;;) hoard.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
  webAssembly: async () => {
    for (;;) {
      const memory = new webAssembly.Memory({ initial: 512, maximum: 65_536 });
      new Uint8Array(memory.buffer).fill(1);
      hoard.push(memory);
    }
  },
  keep: async (megabytes: number) => hoard.push(Buffer.alloc(megabytes * 1024 * 1024, 1)),
  exit: async () => process.exit(7),
  segmentationFault: async () => process.kill(process.pid, 'SIGSEGV'),
  pages: async (
    { count, each, after = 0 }: { count: number; each: number; after?: number },
    report: Report,
  ) => {
    for (let page = 1; page <= count; page++) {
      await sleep(each);
      report(page, count);
    }
    for (let step = 0; step < after; step++) {
      await sleep(each);
      report(1, 1);
    }
    return count;
  },
  noise: async () => {
    process.stdout.write('x'.repeat(1_000_000));
    return 'done';
  },
});
