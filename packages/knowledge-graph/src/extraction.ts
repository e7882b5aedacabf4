/** A passage that entities are read from. */
export type ChunkText = { id: string; text: string; headingPath: string[] };

/** Something that a passage names. */
export type ExtractedEntity = {
  name: string;
  /** One of the types asked for, or `other`. */
  type: string;
  /** How sure the type is: mentions vote on it with this weight, 0–3. */
  certainty: number;
  /** What the passage says of it, in its own words or a model's; empty where it says nothing in particular. */
  description: string;
  /** Other names that the passage itself gives it, such as an abbreviation in brackets. */
  aliases?: string[];
  /** Only seen where anything is written with a capital: it counts if it is named elsewhere too. */
  weak?: boolean;
};

/** Two entities that a passage brings together, by the names it gives them. */
export type ExtractedRelation = {
  source: string;
  target: string;
  description: string;
  /** 1 for two names in one sentence; a model gives 1–10. */
  weight: number;
};

/** What was read from one passage. Kept, so that nothing is paid twice. */
export type Extraction = {
  entities: ExtractedEntity[];
  relations: ExtractedRelation[];
  /** Parts of an answer that could not be used. */
  skipped: number;
};

/** The type of what fits none of those asked for. */
export const otherType = 'other';

/** Longest description that is kept, in characters. */
export const longestDescription = 280;

/** A text on one line, cut at a word so that it has at most so many characters, and fit to be stored. */
export function shorten(text: string, length = longestDescription): string {
  const folded = text.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim();
  if (folded.length <= length) return folded.toWellFormed();
  const cut = folded.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  // Half a surrogate pair is no text.
  const whole = (space > length / 2 ? cut.slice(0, space) : cut).replace(/[\ud800-\udbff]$/, '');
  return `${whole.trimEnd()}…`.toWellFormed();
}
