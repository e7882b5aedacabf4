import { findTopic, foldHeading } from './sections.ts';

/** Who a person is, as far as the text says so. */
export type Identity = Partial<
  Record<
    'name' | 'email' | 'phone' | 'location' | 'birthDate' | 'age' | 'gender' | 'yearsOfExperience',
    string
  >
>;

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const PHONE =
  /(?<![\d.])(?:\+\d{1,3}[\s.()-]*)?(?:\(0?\d{1,4}\)[\s.-]*)?\d{1,4}(?:[\s.-]?\d{2,4}){2,5}(?![\d])/;
const NAME_LABEL = /^(?:name|full name|nom(?: et pr[ée]nom| complet)?|pr[ée]nom et nom|姓\s*名)\s*[:：]\s*/iu;
const BIRTH =
  /(?:n[ée]e?\s+le|date de naissance|born(?:\s+on)?|date of birth|出生(?:日期|年月|时间)?|生日)\s*[:：]?\s*([\d]{1,2}[./\s-][\p{L}\d]{1,9}[./\s-]\d{4}|\d{4}[./年-]\s?\d{1,2}(?:[./月-]\s?\d{0,2}日?)?|\d{1,2}(?:er)?\s\p{L}+\s\d{4}|\p{L}+\s\d{1,2},\s\d{4})/iu;
const AGE = /(?<!\d)(\d{2})\s*(?:ans|years old|岁)(?!\s*d['’])|(?:age|[âa]ge|年龄)\s*[:：]\s*(\d{2})/iu;
const GENDER = /(?:gender|sexe?|性别)\s*[:：]\s*(\p{L}+)/iu;
const YEARS =
  /(?:plus de\s+|over\s+|more than\s+)?(\d{1,2})\s*\+?\s*(?:ans|ann[ée]es)\s+d['’]exp[ée]rience|(\d{1,2})\s*\+?\s*years?(?:['’])?\s+(?:of\s+)?(?:\p{L}+\s+){0,2}experience|(\d{1,2})\s*年(?:以上)?(?:的)?(?:\p{Script=Han}{0,6})?(?:工作)?经验/iu;
const LOCATION_LABEL =
  /(?:address|location|based in|adresse|domicile|lieu|ville|r[ée]sidence|现居(?:住)?地?|所在地|地址|住址|居住地|现居城市)\s*[:：]\s*([^|•·\n]{2,80})/iu;
/** A French address ends in five digits and the town; an English one in a state or country. */
const POSTAL_TOWN = /(?<!\d)\d{5}\s+(\p{Lu}[\p{L}'’ -]{1,40})/u;
const TOWN_COUNTRY = /^(\p{Lu}[\p{L}.'’ -]{1,30},\s*\p{Lu}[\p{L}.'’ -]{1,30})(?:\s+[\dA-Z][\dA-Z ]{2,8})?$/u;
const NO_NAME = new Set([
  'curriculum vitae',
  'cv',
  'resume',
  'curriculum',
  'personal resume',
  '个人简历',
  '简历',
  '求职简历',
]);

/** Reads who a person is from the lines at the head of a résumé, and what it says of itself anywhere. */
export function readIdentity(head: readonly string[], all: readonly string[]): Identity {
  const text = all.join('\n');
  const years = YEARS.exec(text);
  const age = AGE.exec(head.join('\n'));
  const found: Record<keyof Identity, string | undefined> = {
    name: findName(head),
    email: EMAIL.exec(text)?.[0],
    phone: findPhone(head) ?? findPhone(all),
    location: findLocation(head) ?? LOCATION_LABEL.exec(text)?.[1],
    birthDate: BIRTH.exec(text)?.[1],
    age: age?.[1] ?? age?.[2],
    gender: GENDER.exec(text)?.[1],
    yearsOfExperience: years?.[1] ?? years?.[2] ?? years?.[3],
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([key, value]) =>
      value === undefined || value.trim() === '' ? [] : [[key, value.trim()]],
    ),
  );
}

/** Parts of a line that stands for several: "Lyon | 06 12 34 56 78 | a@b.fr". */
function listParts(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(/\s*[|•·●⋅\t]\s*|\s{3,}/)).map((part) => part.trim());
}

const MOST_NAME_LINES = 8;

function findName(head: readonly string[]): string | undefined {
  for (const line of head) {
    const label = NAME_LABEL.exec(line);
    if (label)
      return line
        .slice(label[0].length)
        .split(/\s{2,}|[|，,;；]/)[0]!
        .trim();
  }
  return listParts(head.slice(0, MOST_NAME_LINES))
    .map((part) => part.replace(/^#+\s*/, ''))
    .find(isName);
}

function isName(text: string): boolean {
  if (NO_NAME.has(foldHeading(text)) || findTopic(text) !== undefined) return false;
  if (/^\p{Script=Han}{2,4}$/u.test(text)) return true;
  const words = text.split(/\s+/);
  const isWord = (word: string) =>
    /^(?:\p{Lu}[\p{L}'’.-]*|de|du|la|le|von|van|der|den|di|da|el|bin|al|d['’]\p{Lu}\p{L}+)$/u.test(word);
  return (
    words.length >= 2 && words.length <= 5 && text.length <= 50 && words.every(isWord) && !/\d|@/.test(text)
  );
}

function findPhone(lines: readonly string[]): string | undefined {
  for (const part of listParts(lines)) {
    const found = PHONE.exec(part.replace(EMAIL, ' '))?.[0];
    const digits = found?.replace(/\D/g, '').length ?? 0;
    // Two years, as in "2019 2021", are no number to call.
    if (found && digits >= 9 && digits <= 15) return found.trim();
  }
  return undefined;
}

function findLocation(head: readonly string[]): string | undefined {
  const labelled = LOCATION_LABEL.exec(head.join('\n'))?.[1];
  if (labelled) return labelled;
  for (const part of listParts(head)) {
    const town = POSTAL_TOWN.exec(part)?.[1] ?? TOWN_COUNTRY.exec(part)?.[1];
    if (town) return town;
  }
  return undefined;
}
