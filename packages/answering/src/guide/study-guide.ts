/** A passage that a guide is made from, in reading order. */
export type GuidePassage = {
  chunkId: string;
  documentId: string;
  text: string;
  headingPath: readonly string[];
  /** Questions that the passage answers, by its own words. */
  questions: readonly string[];
};

/** Where a statement of a guide stands, word for word. */
export type GuideSource = { chunkId: string; quote: string };

type Sourced = { sources: GuideSource[] };
export type GuideStatement = Sourced & { text: string };
export type GuideQuestion = Sourced & { question: string; answer: string };
export type GuideTerm = Sourced & { term: string; definition: string };
/** `date`: an ISO date, month or year, by which events are in order. */
export type GuideEvent = Sourced & { date: string; text: string };

export type StudyGuide = {
  summary: GuideStatement[];
  keyPoints: GuideStatement[];
  questions: GuideQuestion[];
  glossary: GuideTerm[];
  timeline: GuideEvent[];
};

/** Entries of each part at most, by rules and by a model alike. */
export const guideLimits = { summary: 6, keyPoints: 12, questions: 12, glossary: 20, timeline: 24 } as const;
