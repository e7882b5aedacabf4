import type { FieldValue } from '../chunk.ts';
import type { ResumeEntry } from './entries.ts';
import { readIdentity } from './identity.ts';
import { countYears } from './periods.ts';
import { findHighestDegree, type Role, readRole } from './roles.ts';

/** What is known of the person, by field name, as written in the text. Lists are joined by "; ". */
export type ResumeFacts = Record<string, string>;

/** Reads the facts of a résumé. `now` ends what still lasts. */
export function readFacts(entries: readonly ResumeEntry[], { now }: { now: Date }): ResumeFacts {
  const textsOf = (topics: readonly string[]) =>
    entries
      .filter(({ topic }) => topics.includes(topic))
      .flatMap(({ lines }) => lines.map(({ text }) => text));
  const all = entries.flatMap(({ lines }) => lines.map(({ text }) => text));
  const identity = readIdentity(textsOf(['identity']), all);
  const jobs = entries.filter(({ topic, period }) => topic === 'experience' && period);
  const roles = jobs.map(readRole);
  const courses = entries.filter(({ topic, period }) => topic === 'education' && period).map(readRole);
  const current = roles.find(({ isCurrent }) => isCurrent) ?? latest(roles);
  const periods = jobs.flatMap(({ period }) => period ?? []);
  const facts: Record<string, string | undefined> = {
    ...identity,
    yearsOfExperience: identity.yearsOfExperience ?? countYears(periods, now)?.toString(),
    currentPosition: current?.position,
    currentEmployer: current?.organisation,
    highestDegree: findHighestDegree(
      courses.flatMap(({ position, organisation }) => [position ?? '', organisation ?? '']),
    ),
    degrees: join(courses.map(({ position }) => position)),
    schools: join(courses.map(({ organisation }) => organisation)),
    employers: join(roles.map(({ organisation }) => organisation)),
    positions: join(roles.map(({ position }) => position)),
  };
  return Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== ''),
  );
}

function latest(roles: readonly Role[]): Role | undefined {
  return [...roles].sort((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0];
}

function join(values: readonly (string | undefined)[]): string {
  return [...new Set(values.filter((value) => value !== undefined))].join('; ');
}

/** The line with which every chunk begins: name, position and degree. */
export function writeHeadline(facts: ResumeFacts): string {
  const parts = [facts.name, facts.currentPosition, facts.highestDegree].filter((part) => part !== undefined);
  return facts.name === undefined ? '' : [...new Set(parts)].join(' · ');
}

/** What the two names of an entry are called in its fields. */
export const fieldNames: Partial<Record<ResumeEntry['topic'], [string, string]>> = {
  education: ['degree', 'school'],
  projects: ['role', 'project'],
};

/** What a chunk knows of the person and of its own part. */
export function createFields(
  entry: ResumeEntry,
  facts: ResumeFacts,
  headline: string,
): Record<string, FieldValue> {
  const years = Number(facts.yearsOfExperience);
  const person = entry.topic === 'identity' || entry.topic === 'summary' ? { ...facts } : {};
  const role = entry.period ? readRole(entry) : undefined;
  const names = fieldNames[entry.topic] ?? ['position', 'organisation'];
  return {
    ...person,
    topic: entry.topic,
    headline,
    name: facts.name ?? null,
    ...(Number.isFinite(years) ? { yearsOfExperience: years } : {}),
    ...(role?.position === undefined ? {} : { [names[0]]: role.position }),
    ...(role?.organisation === undefined ? {} : { [names[1]]: role.organisation }),
    ...(role?.start === undefined ? {} : { start: role.start }),
    ...(role?.end === undefined ? {} : { end: role.end }),
    ...(role?.isCurrent ? { isCurrent: true } : {}),
  };
}
