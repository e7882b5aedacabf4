import type { LocalChatEvent } from '@lectern/models';
import type { ModelCalls } from './protocol.ts';

/** Makes a stream of a call that tells its words on the way. Whoever stops reading calls it off. */
export async function* streamCall(
  begin: (signal: AbortSignal, onText: (text: string) => void) => Promise<ModelCalls['chat']['result']>,
  signal: AbortSignal | undefined,
): AsyncGenerator<LocalChatEvent> {
  const controller = new AbortController();
  const both = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
  const words: string[] = [];
  let wake = () => {};
  const ending = begin(both, (text) => {
    words.push(text);
    wake();
  }).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  let end: Awaited<typeof ending> | undefined;
  void ending.then((value) => {
    end = value;
    wake();
  });
  try {
    for (;;) {
      // What came together is read together.
      if (words.length > 0) yield { text: words.splice(0).join('') };
      else if (end !== undefined) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if ('error' in end) throw end.error;
    yield end.result;
  } finally {
    controller.abort();
  }
}
