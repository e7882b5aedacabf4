import { coverage, rarities } from '../overlap.ts';
import { findDates } from './find-dates.ts';
import { findAbbreviations, findDefinition } from './find-definition.ts';
import { type GuideSentence, leansOnOthers, listGuideSentences } from './list-sentences.ts';
import {
  type GuideEvent,
  type GuidePassage,
  type GuideQuestion,
  type GuideStatement,
  type GuideTerm,
  guideLimits,
  type StudyGuide,
} from './study-guide.ts';

/** Of a sentence's terms, those that an earlier choice may have, before it says the same again. */
const mostRepeated = 0.5;

/** A guide of sentences of the passages, word for word: what a person gets where no model writes. */
export function extractGuide(passages: readonly GuidePassage[]): StudyGuide {
  const sentences = listGuideSentences(passages);
  // What one document repeats is not what all of them are about.
  const weighed = [...Map.groupBy(sentences, ({ passage }) => passage.documentId).values()].flatMap(weigh);
  const summary = choose(weighed, guideLimits.summary);
  const taken = new Set(summary);
  return {
    summary: summary.map(toStatement),
    keyPoints: choosePoints(weighed.filter(({ sentence }) => !taken.has(sentence))).map(toStatement),
    questions: chooseQuestions(passages, weighed),
    glossary: listTerms(sentences),
    timeline: listEvents(sentences),
  };
}

type Weighed = { sentence: GuideSentence; weight: number };

/**
 * A sentence weighs what its terms weigh in all sentences, of a long one a little less than their mean adds up to: frequent terms of the whole
 * are what it is about. The first ones of a passage announce the rest.
 */
function weigh(sentences: readonly GuideSentence[]): Weighed[] {
  const frequency = new Map<string, number>();
  for (const { terms } of sentences)
    for (const term of terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const openings = new Set<unknown>();
  return sentences.map((sentence) => {
    let weight = 0;
    for (const term of sentence.terms.keys()) weight += Math.log(frequency.get(term) ?? 1);
    const isOpening = !openings.has(sentence.passage);
    openings.add(sentence.passage);
    const early = 1 + 0.3 / (1 + sentence.place / 10);
    const alone = leansOnOthers(sentence) ? 0.4 : 1;
    weight *= (alone * early * (isOpening ? 1.2 : 1)) / Math.max(6, sentence.terms.size) ** 0.75;
    return { sentence, weight };
  });
}

/** The heaviest that do not repeat each other, of every document as many as of another, in reading order. */
function choose(weighed: readonly Weighed[], most: number): GuideSentence[] {
  const rarity = rarities(weighed.map(({ sentence }) => sentence.terms));
  const documents = new Set(weighed.map(({ sentence }) => sentence.passage.documentId)).size;
  const mostOfOne = Math.ceil(most / Math.max(1, documents));
  const chosen: GuideSentence[] = [];
  for (const { sentence } of weighed.toSorted((a, b) => b.weight - a.weight)) {
    if (chosen.length >= most) break;
    const { documentId } = sentence.passage;
    if (chosen.filter(({ passage }) => passage.documentId === documentId).length >= mostOfOne) continue;
    const repeats = chosen.some(
      (other) =>
        coverage(sentence.terms, other.terms, rarity) > mostRepeated ||
        coverage(other.terms, sentence.terms, rarity) > mostRepeated,
    );
    if (!repeats) chosen.push(sentence);
  }
  return chosen.sort((a, b) => a.place - b.place);
}

/** The best sentence of each section, of the heaviest sections. */
function choosePoints(weighed: readonly Weighed[]): GuideSentence[] {
  const sections = Map.groupBy(weighed, ({ sentence }) => sentence.passage.headingPath.join('\n'));
  const best = [...sections.values()].map(
    (section) => section.toSorted((a, b) => b.weight - a.weight)[0] as Weighed,
  );
  // A text without sections gives its best sentences.
  return choose(best.length < 3 ? weighed : best, guideLimits.keyPoints);
}

/** Questions that the passages ask in so many words, else what a definition or a numbered fact answers. */
function chooseQuestions(passages: readonly GuidePassage[], weighed: readonly Weighed[]): GuideQuestion[] {
  const found = new Map<string, GuideQuestion>();
  const byPassage = Map.groupBy(weighed, ({ sentence }) => sentence.passage);
  for (const passage of passages) {
    const heading = (passage.headingPath.at(-1) ?? '').replace(/^[\d.]+\s+/, '').trim();
    const asked = [...passage.questions, ...(/[?？]$/u.test(heading) ? [heading] : [])];
    const answers = (byPassage.get(passage) ?? []).slice(0, 2).map(({ sentence }) => sentence);
    for (const question of asked)
      if (answers.length > 0 && !found.has(question))
        found.set(question, {
          question,
          answer: answers.map(({ text }) => text).join(' '),
          sources: answers.map(toSource),
        });
  }
  for (const { sentence } of weighed) {
    const definition = findDefinition(sentence.text);
    if (definition && !found.has(definition.question))
      found.set(definition.question, {
        question: definition.question,
        answer: sentence.text,
        sources: [toSource(sentence)],
      });
  }
  return [...found.values()].slice(0, guideLimits.questions);
}

function listTerms(sentences: readonly GuideSentence[]): GuideTerm[] {
  const terms = new Map<string, GuideTerm>();
  for (const sentence of sentences) {
    const definition = findDefinition(sentence.text);
    for (const found of [...(definition ? [definition] : []), ...findAbbreviations(sentence.text)])
      if (!terms.has(found.term.toLowerCase()))
        terms.set(found.term.toLowerCase(), {
          term: found.term,
          definition: found.definition,
          sources: [toSource(sentence)],
        });
  }
  return [...terms.values()].slice(0, guideLimits.glossary).sort((a, b) => a.term.localeCompare(b.term));
}

function listEvents(sentences: readonly GuideSentence[]): GuideEvent[] {
  const events = sentences.flatMap((sentence) => {
    const [date, ...others] = findDates(sentence.text);
    // Several dates in one sentence are a period or a list.
    if (date === undefined || others.length > 2 || leansOnOthers(sentence)) return [];
    return [{ date, text: sentence.text, sources: [toSource(sentence)] }];
  });
  return events.slice(0, guideLimits.timeline).sort((a, b) => a.date.localeCompare(b.date));
}

function toStatement(sentence: GuideSentence): GuideStatement {
  return { text: sentence.text, sources: [toSource(sentence)] };
}

function toSource({ quote, passage }: GuideSentence) {
  return { chunkId: passage.chunkId, quote };
}
