import type { FlowComponent } from '../component.ts';
import { answer } from './answer.ts';
import { assign } from './assign.ts';
import { begin } from './begin.ts';
import { categorize } from './categorize.ts';
import { generate } from './generate.ts';
import { group } from './group.ts';
import { iteration } from './iteration.ts';
import { loop } from './loop.ts';
import { message } from './message.ts';
import { note } from './note.ts';
import { retrieval } from './retrieval.ts';
import { switchComponent } from './switch.ts';
import { template } from './template.ts';

/** Every component, in the order in which the palette offers them. */
const all: readonly FlowComponent[] = [
  begin,
  answer,
  message,
  retrieval,
  generate,
  categorize,
  switchComponent,
  iteration,
  loop,
  template,
  assign,
  note,
  group,
];

export const flowComponents: ReadonlyMap<string, FlowComponent> = new Map(all.map((one) => [one.id, one]));
