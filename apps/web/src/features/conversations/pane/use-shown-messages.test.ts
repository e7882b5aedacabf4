import type { Message } from '@lectern/contract';
import { expect, it } from 'vitest';
import { followUp } from './use-shown-messages.ts';

const message = (id: string, parentId: string | null) => ({ id, parentId }) as Message;

it('shows what leads to the last message, as far up as it was read, and no other branch', () => {
  const all = [message('b', 'a'), message('c', 'b'), message('x', 'b'), message('d', 'c')];
  const known = new Map(all.map((one) => [one.id, one]));
  expect(followUp(known, all.at(-1)).map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  known.set('a', message('a', null));
  expect(followUp(known, all.at(-1)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(followUp(known, undefined)).toEqual([]);
});
