import type { knowledge as english } from '../en/knowledge.ts';
import type { Texts } from '../texts.ts';

export const knowledge: Texts<typeof english> = {
  title: 'Bases de connaissances',
};
