// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { type AnswerReader, createAnswerReader } from './answer-reader.ts';

type Player = {
  onended?: () => void;
  onerror?: () => void;
  play: () => Promise<void>;
  pause: () => void;
  error: null;
};
let player: Player;
let reader: AnswerReader;

beforeEach(() => {
  player = { play: vi.fn(async () => undefined), pause: vi.fn(), error: null };
  reader = createAnswerReader(() => player as never);
});

function buildPorts(count: number) {
  return {
    countParts: vi.fn(async () => count),
    fetchPart: vi.fn(async (part: number) => new Blob([String(part)])),
  };
}

const asked = ({ fetchPart }: ReturnType<typeof buildPorts>) => fetchPart.mock.calls.map(([part]) => part);
const untilPlaying = (messageId: string) =>
  expect.poll(() => reader.current()).toEqual({ messageId, phase: 'playing' });
const endPart = async () => {
  player.onended?.();
  await new Promise((resolve) => setTimeout(resolve));
};

it('plays part after part, fetches the next one meanwhile, and keeps what it has played', async () => {
  const ports = buildPorts(3);
  const done = reader.start('a', ports);
  expect(reader.current()).toEqual({ messageId: 'a', phase: 'loading' });
  await untilPlaying('a');
  expect(asked(ports)).toEqual([0, 1]);
  await endPart();
  expect(asked(ports)).toEqual([0, 1, 2]);
  await endPart();
  await endPart();
  await done;
  expect(reader.current()).toBeNull();
  void reader.start('a', ports);
  await untilPlaying('a');
  expect([asked(ports), ports.countParts.mock.calls.length]).toEqual([[0, 1, 2], 1]);
});

it('pauses, goes on, and ends one answer for another', async () => {
  const first = reader.start('a', buildPorts(2));
  await untilPlaying('a');
  reader.pause();
  expect(reader.current()?.phase).toBe('paused');
  reader.resume();
  expect(player.play).toHaveBeenCalledTimes(2);
  void reader.start('b', buildPorts(1));
  await first;
  await untilPlaying('b');
  reader.stop();
  expect([reader.current(), vi.mocked(player.pause).mock.calls.length > 1]).toEqual([null, true]);
});

it('ends where a part cannot be made or played, and where there is nothing to read', async () => {
  const failing = { ...buildPorts(2), fetchPart: () => Promise.reject(new Error('no model')) };
  await expect(reader.start('a', failing)).rejects.toThrow('no model');
  expect(reader.current()).toBeNull();
  const broken = reader.start('b', buildPorts(1));
  await untilPlaying('b');
  player.onerror?.();
  await expect(broken).rejects.toThrow('cannot be played');
  await reader.start('c', buildPorts(0));
  expect(reader.current()).toBeNull();
});

it('waits for another press where the browser wants one', async () => {
  player.play = vi.fn(() => Promise.reject(new Error('NotAllowedError')));
  void reader.start('a', buildPorts(1));
  await expect.poll(() => reader.current()?.phase).toBe('paused');
});
