import type { ResumeLine } from './lines.ts';
import { findPeriod, type Period } from './periods.ts';
import { findTopic, type ResumeTopic, topicsOfEntries } from './sections.ts';

/** A job, a course, a project, or all of a topic that has no such parts. */
export type ResumeEntry = {
  topic: ResumeTopic;
  /** The heading of its topic. */
  title?: string;
  lines: ResumeLine[];
  period?: Period;
  /** Index in `lines` of the line with its time. */
  dateLine?: number;
};

/** Lines under one heading. */
type Section = { topic: ResumeTopic; title?: ResumeLine; lines: ResumeLine[] };

/** Cuts the lines of a résumé at the headings it knows, and those of jobs, courses and projects at their times. */
export function listEntries(lines: readonly ResumeLine[]): { entries: ResumeEntry[]; knownSections: number } {
  const sections: Section[] = [{ topic: 'identity', lines: [] }];
  for (const line of lines) {
    const topic = line.isItem ? undefined : findTopic(line.text);
    // Next to a column of contact details the name stands apart from them: both say who it is.
    const goesOn = topic === 'identity' && sections.at(-1)!.topic === 'identity';
    if (topic && !goesOn) sections.push({ topic, title: line, lines: [] });
    else sections.at(-1)!.lines.push(line);
  }
  const known = new Set(sections.slice(1).map(({ topic }) => topic));
  return {
    entries: sections.flatMap(splitSection).filter(({ lines: own }) => own.length > 0),
    knownSections: known.size,
  };
}

function splitSection(section: Section): ResumeEntry[] {
  const { topic, title, lines } = section;
  const head = title ? [title] : [];
  const name = title ? { title: title.text } : {};
  const starts = topicsOfEntries.has(topic) ? findStarts(lines) : [];
  if (starts.length === 0) return [{ topic, ...name, lines: [...head, ...lines] }];
  return starts.map(({ at, dateAt, period }, index) => {
    const before = index === 0 ? [...head, ...lines.slice(0, at)] : [];
    const own = lines.slice(at, starts[index + 1]?.at ?? lines.length);
    return { topic, ...name, lines: [...before, ...own], period, dateLine: before.length + dateAt - at };
  });
}

const LONGEST_HEAD = 140;
/** A title and an employer may be above the time. */
const MOST_LINES_ABOVE = 3;

type Start = { at: number; dateAt: number; period: Period };

/** Where jobs and courses begin: at the lines with their time, or so many lines above as for the first of them. */
function findStarts(lines: readonly ResumeLine[]): Start[] {
  const dated = findDated(lines, false);
  const all = dated.length > 0 ? dated : findDated(lines, true);
  const first = all[0];
  if (!first) return [];
  const above = Math.min(first.dateAt, MOST_LINES_ABOVE);
  return all.map(({ dateAt, period }, index) => {
    let at = dateAt;
    const earliest = index === 0 ? 0 : all[index - 1]!.dateAt + 1;
    while (at > earliest && dateAt - at < above && mayHead(lines[at - 1]!)) at--;
    return { at, dateAt, period };
  });
}

function findDated(lines: readonly ResumeLine[], withItems: boolean): { dateAt: number; period: Period }[] {
  return lines.flatMap((line, dateAt) => {
    if (line.text.length > LONGEST_HEAD || (line.isItem && !withItems)) return [];
    const period = findPeriod(line.text, { mayBePoint: true });
    // A single year inside a sentence is no beginning.
    const isPoint =
      period?.end !== undefined &&
      period.start.year === period.end.year &&
      period.start.month === period.end.month;
    const atEdge = period !== undefined && (period.from <= 2 || period.to >= line.text.length - 2);
    return period && (!isPoint || atEdge) ? [{ dateAt, period }] : [];
  });
}

function mayHead(line: ResumeLine): boolean {
  return !line.isItem && line.text.length <= LONGEST_HEAD && !/[.。;；]$/.test(line.text);
}
