import { createManualClock, type ManualClock } from '@lectern/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ChatEvent, type Fetch, ModelError, type ModelErrorKind } from '../ports.ts';
import { guardChatModel } from './guarded-chat.ts';
import { createModelRuntime } from './model-runtime.ts';

let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock();
});

const noFetch: Fetch = () => Promise.reject(new Error('no network in this test'));
function openRuntime() {
  return createModelRuntime({ fetch: noFetch, clock, random: () => 0.5 });
}

describe('a guarded chat model', () => {
  const finish: ChatEvent = {
    type: 'finish',
    reason: 'stop',
    usage: { promptTokens: 1, completionTokens: 1 },
  };
  type Step = ChatEvent | ModelErrorKind | 'silence';

  /** Plays one list of steps for each attempt. */
  function scripted(...attempts: Step[][]) {
    const runtime = openRuntime();
    const state = { calls: 0 };
    const model = guardChatModel(
      {
        id: 'scripted',
        contextTokens: 1000,
        stream: async function* ({ signal }) {
          for (const step of attempts[state.calls++] ?? []) {
            if (step === 'silence') {
              await new Promise((_, reject) =>
                signal!.addEventListener('abort', () => reject(signal!.reason)),
              );
            } else if (typeof step === 'string') throw new ModelError(step);
            else yield step;
          }
        },
      },
      runtime.getGuard('test'),
      runtime,
    );
    return { model, state, runtime };
  }
  async function read(model: ReturnType<typeof scripted>['model'], signal?: AbortSignal): Promise<string> {
    let text = '';
    try {
      for await (const event of model.stream({ messages: [], parameters: {}, signal })) {
        if (event.type === 'text-delta') text += event.text;
      }
      return text;
    } catch (error) {
      return `${text}|${(error as ModelError).kind}`;
    }
  }
  const say = (text: string): ChatEvent => ({ type: 'text-delta', text });

  it('asks again while nothing was said', async () => {
    const { model, state } = scripted(['server_error'], ['rate_limited'], [say('Yes'), finish]);
    const answer = read(model);
    await clock.advance(10_000);
    expect(await answer).toBe('Yes');
    expect(state.calls).toBe(3);
  });

  it('never says a beginning twice', async () => {
    const { model, state } = scripted([say('Half '), 'server_error'], [say('Half and whole'), finish]);
    const answer = read(model);
    await clock.advance(10_000);
    expect(await answer).toBe('Half |server_error');
    expect(state.calls).toBe(1);
  });

  it.each([
    ['its own limit of tokens', { maxTokens: 10 }, 'word '],
    ['the limit of all answers', {}, 'word '.repeat(100)],
    ['pieces without a word', {}, ''],
  ])('ends an answer beyond %s, and keeps what was written', async (_, parameters, piece) => {
    const endless: Step[] = Array.from({ length: 250_000 }, () => say(piece));
    const { model } = scripted([...endless, finish]);
    const events: ChatEvent[] = [];
    for await (const event of model.stream({ messages: [], parameters })) events.push(event);
    expect(events.length).toBeLessThan(210_000);
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'length', usage: { estimated: true } });
    expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
  });

  it('ends an answer that trickles for ever', async () => {
    const { model } = scripted(Array.from({ length: 1_000 }, () => say('a ')));
    let written = 0;
    let last: ChatEvent | undefined;
    for await (const event of model.stream({ messages: [], parameters: {} })) {
      last = event;
      written++;
      await clock.advance(10_000);
    }
    expect(written).toBeLessThan(100);
    expect(last).toMatchObject({ type: 'finish', reason: 'length' });
  });

  it('waits 30 s for the first token, 20 s for the next', async () => {
    const first = scripted(['silence'], ['silence'], ['silence']);
    const slow = read(first.model);
    await clock.advance(29_999);
    expect(first.state.calls).toBe(1);
    await clock.advance(100_000);
    expect(await slow).toBe('|timeout');
    const second = scripted([say('Begun'), 'silence']);
    const stalled = read(second.model);
    await clock.advance(20_000);
    expect(await stalled).toBe('Begun|timeout');
  });

  it('stops asking a provider that is down', async () => {
    const attempts = Array.from({ length: 20 }, (): Step[] => ['unreachable']);
    const { model, state } = scripted(...attempts);
    for (let count = 0; count < 3; count++) {
      const answer = read(model);
      await clock.advance(10_000);
      await answer;
    }
    expect(state.calls).toBe(5);
    expect(await read(model)).toBe('|circuit_open');
    expect(state.calls).toBe(5);
  });

  it('can be called off between attempts, and gives its place back', async () => {
    const { model, runtime } = scripted(['server_error'], [say('never'), finish]);
    const controller = new AbortController();
    const answer = read(model, controller.signal);
    await clock.waitForTimers(1);
    controller.abort();
    expect(await answer).toBe('|aborted');
    expect(runtime.getGuard('test').limiter.idle).toBe(true);
  });
});
