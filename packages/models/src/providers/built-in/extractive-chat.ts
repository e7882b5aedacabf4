import type { ChatEvent, ChatModel, ChatRequest } from '../../ports.ts';
import { estimateUsage } from '../chat-stream.ts';
import { readIntent, readTaskSubject } from './extractive/intent.ts';
import { guessAnswerLanguage, phrases } from './extractive/language.ts';
import {
  listAnnounced,
  type SelectedSentence,
  selectNearest,
  selectSentences,
} from './extractive/select-sentences.ts';

/**
 * An answerer without weights: it quotes the sentences of `request.passages` that answer the question best, word for
 * word, each with its marker; what was computed it gives as it is. It reads no prompt but the question; where nothing
 * answers it says so in the language of the question.
 */
export const extractiveChatModel: ChatModel = {
  id: 'built-in/extractive',
  contextTokens: 131_072,
  async *stream(request: ChatRequest): AsyncIterable<ChatEvent> {
    const answer = composeAnswer(request);
    for (const text of cutDeltas(answer)) {
      request.signal?.throwIfAborted();
      yield { type: 'text-delta', text };
    }
    yield { type: 'finish', reason: 'stop', usage: estimateUsage(request, answer) };
  },
};

function composeAnswer({ messages, passages = [], question: given }: ChatRequest): string {
  const question = given ?? messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const texts = phrases[guessAnswerLanguage(question)];
  const intent = readIntent(question);
  if (intent !== 'question' && intent !== 'task') return texts[intent];
  if (passages.length === 0) return texts.noPassages;
  const computed = passages.flatMap(({ answer }) => answer ?? []);
  if (computed.length > 0) return computed.join('\n\n');
  if (intent === 'task') {
    const nearest = selectNearest(readTaskSubject(question), passages).map(
      (sentence) => `- ${writeSentence(sentence)}`,
    );
    return [texts.task, ...nearest].join('\n');
  }
  const selected = selectSentences(question, passages);
  if (selected.length === 0) return texts.nothing;
  const [best] = selected as [SelectedSentence];
  const announced = listAnnounced(best, passages);
  if (announced.length > 0) return writeAnnounced(best, announced);
  const [lead, ...others] = joinNeighbours(selected);
  if (others.length === 0) return lead!;
  // A table may not be in a list.
  const list = others.map((paragraph) => (paragraph.startsWith('|') ? `\n${paragraph}\n` : `- ${paragraph}`));
  return `${lead}\n\n${list.join('\n')}`.trim();
}

/** A sentence that announces others, with these: as a list where they are one in the document. */
function writeAnnounced(best: SelectedSentence, announced: SelectedSentence['sentence'][]): string {
  const lead = writeSentence(best);
  const rest = announced.map((sentence) => writeSentence({ ...best, sentence }));
  return announced[0]!.isItem
    ? [lead, '', ...rest.map((item) => `- ${item}`)].join('\n')
    : [lead, ...rest].join(' ');
}

/** A sentence that follows a better one in its passage joins it; the best answer stays in front. */
function joinNeighbours(selected: SelectedSentence[]): string[] {
  const groups: SelectedSentence[][] = [];
  for (const item of selected) {
    const group = groups.find((members) => follows(members.at(-1)!, item));
    if (group === undefined) groups.push([item]);
    else group.push(item);
  }
  return groups.map((group) => group.map(writeSentence).join(' '));
}

function follows(before: SelectedSentence, after: SelectedSentence): boolean {
  const areProse = before.sentence.heading === undefined && after.sentence.heading === undefined;
  return areProse && before.number === after.number && after.sentence.order === before.sentence.order + 1;
}

function writeSentence({ number, sentence }: SelectedSentence): string {
  if (sentence.heading === undefined) return `${sentence.text.replace(/\s*\n\s*/g, ' ')} [${number}]`;
  const row = sentence.text.replace(/\s*\|\s*$/, ` [${number}] |`);
  return `${sentence.heading}\n${row}`;
}

/** A few words at a time, so that the reader sees the answer come as from any other model. */
function cutDeltas(answer: string): string[] {
  return answer.match(/[\s\S]{1,24}(?=\s|$)|[\s\S]{1,24}/g) ?? [];
}
