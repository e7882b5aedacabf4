// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppProviders, startFakeServer } from '../../../testing/render-app.tsx';
import { useTurn } from './use-turn.ts';

startFakeServer();

/** A stream that a test writes to, as the server would. */
function openStream() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  vi.mocked(fetch).mockResolvedValueOnce(
    new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  );
  return {
    /** Ids count the characters of the answer so far. */
    send: (event: object, id = 0) =>
      controller.enqueue(new TextEncoder().encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)),
    end: () => controller.close(),
  };
}

const question = { id: 'q', conversation_id: 'c', role: 'user', content: 'When?' };
const answer = {
  id: 'a',
  conversation_id: 'c',
  role: 'assistant',
  content: '',
  status: 'streaming',
  citations: [],
};
const started = { type: 'message', question, answer };
const done = { type: 'done', message: { ...answer, content: 'At six.', status: 'complete' } };

function setUp() {
  const onAnswered = vi.fn();
  const { result } = renderHook(() => useTurn(onAnswered), { wrapper: AppProviders });
  const ask = () =>
    act(
      () =>
        void result.current.ask('c', {
          content: 'When?',
          variables: {},
          fileIds: [],
          documentIds: [],
          inputs: {},
        }),
    );
  return { result, onAnswered, ask };
}

it('grows with the events of the answer and ends with it', async () => {
  const { result, onAnswered, ask } = setUp();
  const stream = openStream();
  ask();
  expect(result.current.turn).toMatchObject({ typedQuestion: 'When?', conversationId: 'c' });
  stream.send(started);
  stream.send({ type: 'delta', text: 'At six.' }, 7);
  await waitFor(() => expect(result.current.turn?.text).toBe('At six.'));
  stream.send(done, 7);
  stream.end();
  await waitFor(() => expect(result.current.turn).toBeNull());
  expect(onAnswered).toHaveBeenCalledWith(expect.objectContaining({ id: 'a', content: 'At six.' }));
});

it('keeps a question that was refused, with the reason', async () => {
  const { result, ask } = setUp();
  vi.mocked(fetch).mockResolvedValueOnce(
    new Response(JSON.stringify({ error: { code: 'conversation.busy', message: 'Busy.' } }), { status: 409 }),
  );
  ask();
  await waitFor(() => expect(result.current.turn?.phase).toBe('ended'));
  expect(result.current.turn?.failure).toMatchObject({ code: 'conversation.busy' });
});

it('leaves a turn to the server', async () => {
  const { result, onAnswered, ask } = setUp();
  const stream = openStream();
  ask();
  stream.send(started);
  await waitFor(() => expect(result.current.turn?.answer?.id).toBe('a'));
  act(() => result.current.leave());
  expect(result.current.turn).toBeNull();
  expect(onAnswered).not.toHaveBeenCalled();
});

it('stops an answer and keeps what was written', async () => {
  const { result, onAnswered, ask } = setUp();
  const stream = openStream();
  ask();
  stream.send(started);
  await waitFor(() => expect(result.current.turn?.answer?.id).toBe('a'));
  vi.mocked(fetch).mockResolvedValueOnce(
    new Response(JSON.stringify({ ...answer, content: 'At', status: 'stopped' }), { status: 200 }),
  );
  await act(() => result.current.stop());
  expect(result.current.turn).toBeNull();
  expect(onAnswered).toHaveBeenCalledWith(expect.objectContaining({ content: 'At', status: 'stopped' }));
});
