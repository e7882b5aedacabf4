import type { ChatPassage } from '../../../ports.ts';
import { fitsQuestion } from './question-kind.ts';
import { type Sentence, splitPassage } from './sentences.ts';
import { listForms, listNames, listWantedTerms, type WantedTerm } from './terms.ts';

export type SelectedSentence = { number: number; sentence: Sentence; score: number };

const mostSentences = 3;
/** Share of the question's weight that the best sentence and its surroundings must have. */
const enough = 0.34;
/** The same for a sentence that has no number, date or name where the question asks for one. */
const enoughWithoutFit = 0.6;
/** A further sentence must be this close to the best one. */
const nearBest = 0.75;
/** Overlap of two sentences (share of the shorter one's words) from which the second says nothing new. */
const repeats = 0.7;
/** What a term weighs that no sentence has, next to the mean of the others: it cannot be told from a synonym. */
const unseenWeight = 1;

/** What a passage counts that does not name what the question is about. */
const offFocus = 0.7;

type Read = {
  sentence: Sentence;
  forms: Set<string>;
  passage: ChatPassage;
  rank: number;
  context: Set<string>;
};
type Candidate = SelectedSentence & { forms: Set<string>; covered: number; fit: number };

/** The sentences that answer best: the best one first, then others that add something; none where nothing answers. */
export function selectSentences(question: string, passages: readonly ChatPassage[]): SelectedSentence[] {
  const candidates = rankSentences(question, passages);
  const best = candidates[0];
  if (best === undefined || best.covered < (best.fit === 0 ? enoughWithoutFit : enough)) return [];
  const chosen: Candidate[] = [];
  for (const candidate of candidates) {
    if (chosen.length === mostSentences || candidate.score < best.score * nearBest) break;
    if (candidate.covered < enough) continue;
    if (chosen.some((other) => overlap(candidate.forms, other.forms) > repeats)) continue;
    chosen.push(candidate);
  }
  return chosen;
}

/** The best sentence of each of the first passages, whether or not it answers anything. */
export function selectNearest(question: string, passages: readonly ChatPassage[]): SelectedSentence[] {
  const ranked = rankSentences(question, passages);
  const nearest: SelectedSentence[] = [];
  for (const { number, text } of passages) {
    if (nearest.length === mostSentences) break;
    const isNew = ({ text }: Sentence) => nearest.every(({ sentence }) => sentence.text !== text);
    const best = ranked.find((item) => item.number === number && item.score > 0 && isNew(item.sentence));
    const first = splitPassage(text).find((sentence) => sentence.text.length >= 40 && isNew(sentence));
    if (best) nearest.push(best);
    else if (first) nearest.push({ number, sentence: first, score: 0 });
  }
  return nearest;
}

/** The sentences after one that only announces them: "…has two weaknesses.", "… as follows:". */
export function listAnnounced(selected: SelectedSentence, passages: readonly ChatPassage[]): Sentence[] {
  if (!announces.test(selected.sentence.text)) return [];
  const passage = passages.find(({ number }) => number === selected.number);
  const following = splitPassage(passage?.text ?? '').slice(selected.sentence.order + 1);
  const items = following.findIndex(({ isItem }) => !isItem);
  const count = following[0]?.isItem ? (items < 0 ? following.length : items) : 2;
  return following.slice(0, Math.min(count, mostAnnounced));
}

const mostAnnounced = 6;
const announces =
  /[:：]\s*$|\b(?:as follows|the following|two|three|four|several|suivante?s?|ci-dessous|deux|trois|quatre|plusieurs)\b[^.:]{0,40}[.:]?$|(?:如下|以下|下列)[^。]{0,12}[。：:]?$/iu;

function rankSentences(question: string, passages: readonly ChatPassage[]): Candidate[] {
  const wanted = listWantedTerms(question);
  if (wanted.length === 0) return [];
  const read = passages.flatMap((passage, rank): Read[] => {
    const context = listForms(`${passage.title ?? ''}\n${passage.text}`);
    return splitPassage(passage.text).map((sentence) => ({
      sentence,
      forms: listForms(`${sentence.heading ?? ''} ${sentence.text}`),
      passage,
      rank,
      context,
    }));
  });
  const weights = weighTerms(wanted, read);
  const focus = findFocus(wanted, weights, read);
  const names = listNames(question);
  const fits = fitsQuestion(question, (text) => share(wanted, weights, listForms(text)));
  return read
    .map((item, index) => ({ item, index }))
    .filter(
      ({ item }) => names.length === 0 || names.some((forms) => forms.some((form) => item.context.has(form))),
    )
    .map(({ item, index }): Candidate => {
      const { sentence, forms, passage, rank, context } = item;
      const before = read[index - 1]?.passage === passage ? read[index - 1]!.forms : undefined;
      const after = read[index + 1]?.passage === passage ? read[index + 1]!.forms : undefined;
      const bare = share(wanted, weights, forms);
      // "It was first proved in 1962" speaks of what the sentence before names.
      const own =
        before && pointsBack.test(sentence.text)
          ? Math.max(bare, 0.85 * share(wanted, weights, forms, before))
          : bare;
      const contextShare = share(wanted, weights, context);
      const beside = Math.max(share(wanted, weights, before), share(wanted, weights, after));
      const fit = fits(sentence.text);
      // The search put the better passages first.
      const place = (1 / (1 + 0.06 * rank)) * (focus.some((form) => context.has(form)) ? 1 : offFocus);
      const score =
        (own + 0.3 * contextShare + 0.1 * beside) *
        (0.6 + 0.4 * fit) *
        place *
        readsAsAnswer(sentence, forms.size);
      const covered = own === 0 ? 0 : Math.min(1, own + 0.35 * Math.max(0, contextShare - own));
      return { number: passage.number, sentence, score, forms, covered, fit };
    })
    .sort((a, b) => b.score - a.score);
}

const pointsBack =
  /^(?:it|its|this|these|they|their|he|his|she|her|il|elle|ils|elles|ce|cet|cette|ces|son|sa|ses|celui-ci|celle-ci)\b|^(?:它|他|她|该|該|此|这|這|其)/iu;

/** The rarer a term among the sentences at hand, the more it tells. */
function weighTerms(wanted: readonly WantedTerm[], read: readonly Read[]): number[] {
  const holders = wanted.map(
    ({ forms }) => read.filter((item) => forms.some((form) => item.forms.has(form))).length,
  );
  const rarity = holders.map((count) => Math.log(1 + (read.length + 1) / (count + 0.5)));
  const seen = rarity.filter((_, index) => holders[index]! > 0);
  const mean = seen.reduce((sum, value) => sum + value, 0) / Math.max(1, seen.length);
  return wanted.map(
    ({ weight }, index) =>
      weight * (holders[index]! > 0 || seen.length === 0 ? rarity[index]! : unseenWeight * mean),
  );
}

/** The forms of what the question is about: the rarest of its terms that any passage has. */
function findFocus(
  wanted: readonly WantedTerm[],
  weights: readonly number[],
  read: readonly Read[],
): readonly string[] {
  const seen = wanted.filter(({ forms }) =>
    forms.some((form) => read.some(({ context }) => context.has(form))),
  );
  const [first] = seen.toSorted((a, b) => weights[wanted.indexOf(b)]! - weights[wanted.indexOf(a)]!);
  return first?.forms ?? [];
}

/** Share of the weight of all wanted terms that any of the sets has. */
function share(
  wanted: readonly WantedTerm[],
  weights: readonly number[],
  ...sets: (ReadonlySet<string> | undefined)[]
): number {
  let matched = 0;
  let total = 0;
  for (const [index, { forms }] of wanted.entries()) {
    total += weights[index]!;
    if (sets.some((set) => set && forms.some((form) => set.has(form)))) matched += weights[index]!;
  }
  return total > 0 ? matched / total : 0;
}

/** A title or a fragment answers nothing, a wall of text is no short answer, nor is a question or a reference. */
function readsAsAnswer({ text, heading }: Sentence, terms: number): number {
  if (/[?？]\s*$/.test(text)) return 0.4;
  if (/^(?:see|for (?:more|details)|refer to|voir|consulte[rz]|参见|參見|详见|詳見)\b/iu.test(text))
    return 0.35;
  const tooShort = Math.min(1, terms / 6);
  const width = text.replace(/[\p{Script=Han}]/gu, 'xx').length;
  return (heading === undefined ? 1 : 0.85) * tooShort * Math.min(1, Math.sqrt(340 / Math.max(width, 1)));
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const term of small) if (large.has(term)) shared++;
  return small.size > 0 ? shared / small.size : 1;
}
