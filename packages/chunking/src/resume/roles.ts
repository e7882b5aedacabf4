import type { ResumeEntry } from './entries.ts';
import { writePoint } from './periods.ts';

/** What is read of a job or course: its two names and its time, as written in the text. */
export type Role = {
  position?: string;
  organisation?: string;
  start?: string;
  end?: string;
  isCurrent: boolean;
};

const POSITION =
  /\b(?:engineer|developer|manager|director|assistant|analyst|consultant|architect|designer|officer|specialist|technician|intern|teacher|nurse|lead|head of|president|secretary|accountant|researcher|administrator|coordinator|clerk|librarian|scientist|freelance|ing[ée]nieure?|d[ée]velopp(?:eur|euse)|chef(?:fe)?|responsable|directeur|directrice|charg[ée]e?|technicien(?:ne)?|stagiaire|conseill(?:er|[èe]re)|secr[ée]taire|comptable|enseignante?|infirmi(?:er|[èe]re)|assistante?|g[ée]rante?|agente?|alternante?|apprentie?|adjointe?|instruct(?:eur|rice)|biblioth[ée]caire|professeure?|r[ée]dact(?:eur|rice))\b|工程师|经理|主管|总监|助理|专员|设计师|分析师|会计|教师|实习生|开发|顾问|架构师|主任|编辑|产品|运营/iu;
const ORGANISATION =
  /\b(?:inc|ltd|llc|gmbh|plc|corp|company|group|groupe|university|universit[ée]|college|school|[ée]cole|institut(?:e)?|lyc[ée]e|iut|insa|mairie|ville de|commune|communaut[ée]|conseil|minist[èe]re|h[ôo]pital|chu|clinique|bank|banque|agence|agency|association|bureau|council|city of|department|sarl|sas|sa|s\.a\.|cabinet|laboratoire|laboratory|laboratories|labs|library)\b|公司|集团|大学|学院|学校|中学|银行|医院|研究院|研究所|科技|局|中心/iu;
const DEGREE =
  /\b(?:ph\.?\s?d|doctorat|doctorate|master(?:'s|s)?|m\.?sc|m\.?a|mba|m\.?eng|dipl[ôo]me|ing[ée]nieur|licence|bachelor(?:'s|s)?|b\.?sc|b\.?a|b\.?eng|bts|dut|but|cap|bep|baccalaur[ée]at|bac|deug|dea|dess|maîtrise|associate degree|high school|a-levels|hnd)\b|博士|硕士|研究生|本科|学士|大专|专科|高中/iu;

/** Degrees from the highest down. */
const RANKS: readonly RegExp[] = [
  /\b(?:ph\.?\s?d|doctorat|doctorate)\b|博士/iu,
  /\b(?:master(?:'s|s)?|m\.?sc|mba|m\.?eng|m\.?a|dea|dess|dipl[ôo]me d['’]ing[ée]nieure?|ing[ée]nieure?)\b|硕士|研究生/iu,
  /\b(?:licence|bachelor(?:'s|s)?|b\.?sc|b\.?a|b\.?eng|maîtrise)\b|本科|学士/iu,
  /\b(?:bts|dut|but|deug|associate|hnd)\b|大专|专科/iu,
  /\b(?:bac|baccalaur[ée]at|high school|a-levels|cap|bep)\b|高中/iu,
];

/** The head of an entry: the lines above and next to its time, the time itself taken out. */
function listHeads(entry: ResumeEntry): string[] {
  const { lines, dateLine = 0, period, title } = entry;
  const heads = lines.slice(0, dateLine + 1).map(({ text }, index) => {
    if (index !== dateLine || !period) return text;
    return `${text.slice(0, period.from)} | ${text.slice(period.to)}`;
  });
  const next = lines[dateLine + 1];
  const beside = heads.at(-1)?.replace(/[\s|,()（）:：–—-]/g, '') ?? '';
  // Where the time stands alone and first, the names follow it.
  if (beside === '' && dateLine <= (title ? 1 : 0) && next && !next.isItem) {
    const isHead = next.text.length < 140 && !/[.。]$/.test(next.text);
    // A title that was read together with what describes the job: its first words alone are sure.
    heads.push(isHead ? next.text : (splitNames(next.text)[0] ?? ''));
  }
  return heads.filter((text) => text !== title);
}

function splitNames(text: string): string[] {
  return text
    .split(
      /\s*[|\t•·●]\s*|\s+[–—-]\s+|\s*,\s+(?=\p{Lu}|\p{Script=Han})|\s+(?:chez|at|bei|@)\s+|\s*[，；]\s*|(?<=\p{Script=Han})\s+(?=\p{Script=Han})/u,
    )
    .map((part) => part.replace(/^[\s:：()（）,–—-]+|[\s:：(（,–—-]+$/g, '').trim())
    .filter((part) => /\p{L}/u.test(part) && !/^(?:depuis|since|de|from)$/i.test(part));
}

/** Reads who and what an entry names. A job has a position and an employer, a course a degree and a school. */
export function readRole(entry: ResumeEntry): Role {
  const names = listHeads(entry).flatMap(splitNames);
  const own = entry.topic === 'education' ? DEGREE : POSITION;
  const named = names.find((name) => own.test(name));
  const organisation =
    names.find((name) => name !== named && ORGANISATION.test(name)) ??
    names.find((name) => name !== named && !own.test(name));
  const position = named ?? names.find((name) => name !== organisation);
  const { period } = entry;
  return {
    ...(position === undefined ? {} : { position }),
    ...(organisation === undefined ? {} : { organisation }),
    ...(period ? { start: writePoint(period.start) } : {}),
    ...(period?.end ? { end: writePoint(period.end) } : {}),
    isCurrent: period !== undefined && period.end === undefined,
  };
}

/** The highest degree among the names of courses. */
export function findHighestDegree(names: readonly string[]): string | undefined {
  for (const rank of RANKS) {
    const found = names.find((name) => rank.test(name));
    if (found) return found;
  }
  return undefined;
}
