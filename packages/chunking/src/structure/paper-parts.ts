import type { Segment } from '../split/segments.ts';
import { listSectionSegments, type Section } from './sections.ts';

/** The parts of a scientific paper that are not its text. Absent: it has none, or it was not recognised. */
export type PaperParts = {
  /** The section under the title, or the root: it holds authors and affiliations, and all sections below it. */
  front: Section;
  abstract?: Section;
  references: Section[];
};

const ABSTRACT =
  /^(?:abstract|summary|résumé|resume|sommaire|zusammenfassung|abstrakt|摘\s*要|要\s*旨|초\s*록|요\s*약)$/iu;
const ABSTRACT_LEAD = /^(?:abstract|résumé|摘\s*要|초\s*록)\s*[—–:：.-]\s*\S/iu;
const REFERENCES =
  /^(?:references?|references cited|bibliography|works cited|literature(?: cited)?|références?(?: bibliographiques)?|bibliographie|literatur(?:verzeichnis)?|参考文献|參考文獻|참고\s*문헌)$/iu;

/**
 * Finds abstract and references among the sections of a paper. An abstract that is a paragraph of its own, "Abstract—…",
 * becomes a section without a title: the tree is changed.
 */
export function findPaperParts(root: Section): PaperParts {
  const front = findFront(root);
  const sections = listSections(root);
  const titled = sections.find(({ title }) => ABSTRACT.test(withoutNumber(title)));
  const abstract = titled ?? takeAbstract(front);
  const references = sections.filter(({ title }) => REFERENCES.test(withoutNumber(title)));
  return { front, ...(abstract ? { abstract } : {}), references };
}

/** A single section that holds all others is the title of the paper. */
function findFront(root: Section): Section {
  const [first, ...others] = root.children;
  const isTitle = first !== undefined && first.kind === undefined && !ABSTRACT.test(first.title);
  return isTitle && (others.length === 0 || first.children.length > 0 || first.body.length > 0)
    ? first
    : root;
}

function takeAbstract(front: Section): Section | undefined {
  const at = front.body.findIndex(({ block, from, to }) =>
    ABSTRACT_LEAD.test(block.text.slice(from, to).trim()),
  );
  if (at < 0) return undefined;
  const rank = front.children[0]?.rank ?? 1;
  const abstract: Section = { title: '', rank, titles: [], body: front.body.splice(at), children: [] };
  front.children.unshift(abstract);
  return abstract;
}

function withoutNumber(title: string): string {
  return title.replace(/^[\dIVX]+[.)]?\s+/u, '').replace(/[\s.:：]+$/u, '');
}

function listSections(section: Section): Section[] {
  return section.children.flatMap((child) => [child, ...listSections(child)]);
}

const INSTITUTION =
  /universit|institut|department|département|faculty|faculté|laborator|college|collège|school|école|cnrs|academy|research|centre|center|hospital|hôpital|inc\.|ltd|corporation|\bAI\b|大学|學院|学院|研究所|研究院|实验室|대학교|연구/iu;
/** Marks that point from an author to an institution, and accents that stand apart. */
const AUTHOR_MARKS = /[*∗†‡§¶‖#\d⁰-⁹¹²³˘ˇ´`¨^~]+/gu;

/** What the lines between title and abstract say: names, and where these people work. */
export function readAuthors(front: Section): { authors: string[]; affiliation?: string } {
  const lines = front.body
    .filter(({ block }) => block.type === 'paragraph')
    .map(({ block, from, to }) =>
      block.text
        .slice(from, to)
        .replace(/\S*@\S+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  const authors = lines.filter((line) => !INSTITUTION.test(line)).flatMap(readNames);
  const places = lines
    .filter((line) => INSTITUTION.test(line))
    .map((line) => line.replace(/\{[^}]*\}?/g, '').trim());
  const affiliation = places.join('; ').slice(0, MAX_FACT);
  return { authors: [...new Set(authors)], ...(affiliation === '' ? {} : { affiliation }) };
}

function readNames(line: string): string[] {
  const names = line
    .split(/[,;、，·•]|\s(?:and|et|und)\s|&/u)
    .map((name) => name.replace(AUTHOR_MARKS, ' ').replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '');
  const isName = (name: string) =>
    /^(?:\p{Lu}[\p{L}\p{M}.'’-]*)(?:\s(?:[\p{L}\p{M}.'’-]+)){1,4}$/u.test(name) ||
    /^\p{Script=Han}{2,4}$/u.test(name);
  // A sentence between title and abstract has commas as well.
  return names.filter(isName).length * 2 > names.length ? names.filter(isName) : [];
}

/** Facts are for people to read next to the document: no longer than this, in characters. */
const MAX_FACT = 4_000;

/** The words of a section without its title, at most `MAX_FACT` characters. */
export function sectionText(section: Section): string {
  const text = ({ block, from, to }: Segment) => block.text.slice(from, to).replace(/\s+/g, ' ').trim();
  const body = listSectionSegments(section).filter(
    ({ isTitle, block }) => !isTitle && block.type !== 'footnote',
  );
  return body.map(text).join('\n\n').replace(ABSTRACT_LEAD_WORD, '').slice(0, MAX_FACT);
}

const ABSTRACT_LEAD_WORD = /^(?:abstract|résumé|摘\s*要|초\s*록)\s*[—–:：.-]\s*/iu;
