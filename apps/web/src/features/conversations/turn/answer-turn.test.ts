import type { AnswerEvent, Citation, Message } from '@lectern/contract';
import { expect, it } from 'vitest';
import { applyAnswerEvent, beginTurn, type Turn } from './answer-turn.ts';

const question = { id: 'q', content: 'Why?' } as Message;
const answer = { id: 'a', content: '', citations: [] as Citation[] } as Message;
const citation = (number: number, score = 0.5) => ({ number, score }) as Citation;

function play(events: AnswerEvent[], turn: Turn = beginTurn('Why?')): Turn {
  return events.reduce(applyAnswerEvent, turn);
}

it('grows from its events', () => {
  const turn = play([
    { type: 'message', question, answer },
    { type: 'retrieval', hitCount: 3, searchedQuestion: 'Why?' },
    { type: 'reasoning', text: 'Hm. ' },
    { type: 'delta', text: 'Because' },
    { type: 'delta', text: ' [1].' },
    { type: 'citation', citation: citation(1) },
  ]);
  expect(turn).toMatchObject({
    phase: 'writing',
    hitCount: 3,
    reasoning: 'Hm. ',
    text: 'Because [1].',
    question,
  });
});

it('holds each citation once, in the order of its numbers', () => {
  const turn = play(
    [2, 1, 2].map((number, index) => ({ type: 'citation', citation: citation(number, index) })),
  );
  expect(turn.citations).toEqual([citation(1, 1), citation(2, 2)]);
});

it('does not repeat the reasoning when a stream is resumed', () => {
  const thought: AnswerEvent[] = [
    { type: 'message', question, answer },
    { type: 'reasoning', text: 'Hm.' },
  ];
  const turn = play([
    ...thought,
    { type: 'delta', text: 'Be' },
    ...thought,
    { type: 'delta', text: 'cause' },
  ]);
  expect(turn).toMatchObject({ reasoning: 'Hm.', text: 'Because' });
});

it('takes the stored message as the last word', () => {
  const message = { ...answer, content: 'Because [1].', citations: [citation(1)] };
  const turn = play([
    { type: 'delta', text: 'Becau' },
    { type: 'done', message },
  ]);
  expect(turn).toMatchObject({
    phase: 'ended',
    text: 'Because [1].',
    citations: [citation(1)],
    answer: message,
  });
});
