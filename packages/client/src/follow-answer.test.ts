import type { AnswerEvent } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { AnswerLostError, ApiError } from './error.ts';
import { type FollowInput, followAnswer, type StreamedEvent } from './follow-answer.ts';

const dropped = () => new ApiError('network', '');
const refused = () => new ApiError('message.not_found', '', { status: 404 });

const answerId = 'answer-1';
const began = {
  id: '0',
  event: { type: 'message', question: { id: 'q' }, answer: { id: answerId } } as AnswerEvent,
};
const done = { id: '', event: { type: 'done', message: { id: answerId } } as AnswerEvent };
const full = 'Lectern opens the passage.';

function delta(start: number, end: number): StreamedEvent {
  return { id: String(end), event: { type: 'delta', text: full.slice(start, end) } };
}

async function* streamOf(events: StreamedEvent[], failure?: Error): AsyncGenerator<StreamedEvent> {
  yield* events;
  if (failure) throw failure;
}

async function follow(input: Partial<FollowInput>) {
  const asked: number[] = [];
  const waits: number[] = [];
  let text = '';
  let ended = false;
  const steps = followAnswer({
    resume: () => streamOf([]),
    signal: new AbortController().signal,
    ...input,
    ...(input.resume && {
      resume: (messageId, after, signal) => {
        asked.push(after);
        return input.resume!(messageId, after, signal);
      },
    }),
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  for await (const step of steps) {
    if (step.type === 'delta') text += step.text;
    if (step.type === 'done') ended = true;
  }
  return { text, ended, asked, waits };
}

describe('followAnswer', () => {
  it('passes an unbroken stream through', async () => {
    const result = await follow({ start: () => streamOf([began, delta(0, 8), delta(8, 26), done]) });
    expect(result).toEqual({ text: full, ended: true, asked: [], waits: [] });
  });

  it('goes on after the characters already seen when the connection drops', async () => {
    const result = await follow({
      start: () => streamOf([began, delta(0, 8)], dropped()),
      resume: (_, after) =>
        after === 8 ? streamOf([delta(8, 14)], dropped()) : streamOf([delta(14, 26), done]),
    });
    expect(result.text).toBe(full);
    expect(result.asked).toEqual([8, 14]);
    expect(result.ended).toBe(true);
  });

  it('shows no character twice when a resumed stream overlaps', async () => {
    const result = await follow({
      start: () => streamOf([began, delta(0, 12)], dropped()),
      resume: () => streamOf([delta(4, 12), delta(8, 20), delta(20, 26), done]),
    });
    expect(result.text).toBe(full);
  });

  it('takes a stream that ends without its last event for a dropped one', async () => {
    const result = await follow({
      start: () => streamOf([began, delta(0, 8)]),
      resume: () => streamOf([delta(8, 26), done]),
    });
    expect(result.text).toBe(full);
    expect(result.ended).toBe(true);
  });

  it('resumes an answer that was under way already', async () => {
    const result = await follow({
      from: { messageId: answerId, after: 8 },
      resume: () => streamOf([delta(8, 26), done]),
    });
    expect(result.text).toBe(full.slice(8));
    expect(result.asked).toEqual([8]);
  });

  it('does not ask again when the connection broke before the server had confirmed', async () => {
    await expect(follow({ start: () => streamOf([], dropped()) })).rejects.toBeInstanceOf(AnswerLostError);
  });

  it('passes a refusal on at once', async () => {
    let attempts = 0;
    const start = () => {
      attempts += 1;
      return streamOf([], refused());
    };
    await expect(follow({ start })).rejects.toMatchObject({ status: 404 });
    expect(attempts).toBe(1);
  });

  it('opens a connection anew that fell silent, without a word about it', async () => {
    async function* silent(signal: AbortSignal): AsyncGenerator<StreamedEvent> {
      yield began;
      yield delta(0, 8);
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted by the reader'))),
      );
    }
    const result = await follow({
      start: silent,
      resume: () => streamOf([began, delta(8, 26), done]),
      silenceMs: 10,
    });
    expect(result).toEqual({ text: full, ended: true, asked: [8], waits: [] });
  });

  it('gives a server up that drops every connection without progress', async () => {
    let attempts = 0;
    const resume = () => {
      attempts += 1;
      return streamOf([began], dropped());
    };
    await expect(follow({ start: () => streamOf([began], dropped()), resume })).rejects.toMatchObject({
      name: 'ApiError',
      code: 'network',
    });
    expect(attempts).toBe(8);
  });
});
