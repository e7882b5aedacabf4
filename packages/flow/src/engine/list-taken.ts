import type { Json } from '@lectern/contract';
import type { FlowComponent } from '../component.ts';
import { joinSourced } from '../graph/references.ts';
import type { StepContext } from './step-context.ts';

/** Options that stand for the person's message, and for the texts that lead to a step, where they are empty. */
const forQuestion = new Set(['question', 'prompt', 'place']);
const forTexts = new Set(['text', 'content']);

/** What a step is given without being told so, for its trace. */
export function listTaken(
  { layout, effect }: FlowComponent,
  options: Record<string, Json>,
  given: Pick<StepContext, 'question' | 'incoming' | 'incomingPassages'>,
): Record<string, Json> {
  const { question, incoming, incomingPassages } = given;
  const empty = Object.keys(layout).filter((name) => options[name] === '');
  const taken: Record<string, Json> = {};
  if (question !== '' && empty.some((name) => forQuestion.has(name))) taken.question = question;
  if (effect !== 'write' && incoming.length > 0 && empty.some((name) => forTexts.has(name)))
    taken.text = joinSourced(incoming).text;
  // By their documents: the texts stand with the step that found them.
  if (incomingPassages.length > 0 && empty.includes('passages'))
    taken.passages = [...new Set(incomingPassages.map(documentOf))];
  return taken;
}

function documentOf(passage: Json): string {
  const { documentName } = (passage ?? {}) as Record<string, Json>;
  return typeof documentName === 'string' ? documentName : '–';
}
