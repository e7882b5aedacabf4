import { foldTraditional } from '@lectern/text-analysis';
import { findNumbersAndWords, isNegative } from '../claims/facts.ts';

/**
 * What a question asks about its words, which are stop words to a search: who or when, yes or no, before or after, now
 * or then. Two questions with the same words and another frame have other answers.
 */
export type QuestionFrame = {
  asks: string;
  negative: boolean;
  numbers: string;
  contrasts: string;
  owner: string;
};

type Patterns = Record<string, RegExp>;

/** More specific ones first: what is found is taken out of the text, so that "how many" is no "how" as well. */
const questionWords: Patterns = {
  duration:
    /how long|(?:pendant|depuis) combien de temps|combien de temps|depuis quand|since when|多久|多长时间/iu,
  number: /how (?:many|much)|combien|多少|几(?![乎点时])/iu,
  frequency: /how (?:often|frequently)|à quelle fréquence|多经常/iu,
  why: /(?<!\p{L})(?:why|how come|what for|pourquoi|pour quelle raison)(?!\p{L})|为什么|为何|为啥|怎么会/iu,
  when: /(?<!\p{L})(?:when|what (?:date|day|time|year)|quand|à quelle (?:date|heure)|en quelle année)(?!\p{L})|什么时候|什么时间|何时|几时|哪天|哪年|几点/iu,
  where: /(?<!\p{L})(?:where|où|à quel endroit)(?!\p{L})|哪里|哪儿|在哪|何处|什么地方/iu,
  who: /(?<!\p{L})(?:who|whom|whose|qui|à qui)(?!\p{L})|谁/iu,
  how: /(?<!\p{L})(?:how|comment|de quelle (?:manière|façon))(?!\p{L})|怎么|如何|怎样|怎办/iu,
  what: /(?<!\p{L})(?:what(?:['’]s)?|which|quel(?:le)?s?|que|qu['’]est-ce (?:que|qui)|quoi|lequel|laquelle)(?!\p{L})|什么|哪(?:个|些|种)?|啥/iu,
};

/** Openings that only ask to be told. "Can you tell me when …" asks when. */
const politeness = [
  /^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening)|bonjour|bonsoir|salut|您好|你好)(?!\p{L})[\s,.!，。！]*)+/iu,
  /^(?:please|kindly|s['’]il (?:vous|te) pla[iî]t|请问?|麻烦)[\s,，]*/iu,
  /^(?:(?:can|could|would|will) you (?:please |kindly )?(?:tell|explain to|show|remind) (?:me|us)|(?:please )?tell (?:me|us)|do you know|i(?:['’]d| would) like to know|i want to know|i wonder)(?:,| if| whether)?\s+/iu,
  /^(?:(?:pouvez|pourriez|peux|pourrais)[- ](?:vous|tu) (?:me|nous) (?:dire|indiquer|expliquer)|dites[- ]moi|savez[- ]vous|j['’]aimerais savoir|je voudrais savoir|je veux savoir)(?:,)?\s+/iu,
  /^(?:请?告诉我|我想知道|我想问一下|想问一下|我想问|你知道|您知道|能告诉我|可以告诉我)[\s,，]*/u,
  /(?:[\s,，]+(?:please|thanks|thank you|s['’]il (?:vous|te) pla[iî]t|merci)|谢谢)[\s!.！。]*(?=[?？]*$)/iu,
];

/** Words that turn a question, and that a search leaves out. */
const contrasts: Patterns = {
  before: /(?<!\p{L})(?:before|prior to|avant)(?!\p{L})|之前|以前|前(?=[，。？?]|$)/iu,
  after: /(?<!\p{L})(?:after|following|après)(?!\p{L})|之后|以后/iu,
  during: /(?<!\p{L})(?:during|while|pendant|durant)(?!\p{L})|期间/iu,
  until: /(?<!\p{L})(?:until|till|jusqu['’]\p{L}+)(?!\p{L})|直到|为止/iu,
  above:
    /(?<!\p{L})(?:above|over|more than|at least|plus d[e'’]|au moins|au[- ]dessus)(?!\p{L})|超过|以上|至少/iu,
  below:
    /(?<!\p{L})(?:below|under|less than|fewer than|at most|moins d[e'’]|au plus|au[- ]dessous)(?!\p{L})|低于|以下|至多|最多/iu,
  on: /(?<!\p{L})(?:turn(?:ed)?|switch(?:ed)?) on(?!\p{L})|打开|开启/iu,
  off: /(?<!\p{L})(?:off|out|down)(?!\p{L})|关闭/iu,
  must: /(?<!\p{L})(?:must|should|ought|have to|has to|need to|needs to|doit|doivent|dois|devons|devez|faut)(?!\p{L})|必须|应该|需要|要不要|得(?=\p{Script=Han})/iu,
  can: /(?<!\p{L})(?:can|could|may|might|am i allowed|is it possible|peut|peuvent|peux|puis|pouvons|pouvez|possible)(?!\p{L})|可以|能否|能(?!力|源|量)|可否/iu,
  past: /(?<!\p{L})(?:was|were|did|had|been|était|étaient|ont été|a été|avait|avaient)(?!\p{L})|曾经|曾/iu,
  future: /(?<!\p{L})(?:will|going to|sera|seront|va|vont)(?!\p{L})|将会?|会(?!议|计|员)/iu,
  most: /(?<!\p{L})(?:most|highest|maximum|le plus|la plus|les plus)(?!\p{L})|最(?!近|后)/iu,
  only: /(?<!\p{L})(?:only|seulement|uniquement)(?!\p{L})|只|仅/iu,
  other: /(?<!\p{L})(?:other|another|except|autres?|sauf)(?!\p{L})|其他|除了|另外/iu,
};

/** 能不能 asks the same as 是否能, and denies nothing. */
const eitherOr = /(\p{Script=Han})[不没沒]\1/gu;

/** Whose it is: one that names nobody goes with any of them. */
const owners: Patterns = {
  own: /(?<!\p{L})(?:my|our|mine|ours|mon|ma|mes|notre|nos)(?!\p{L})|我们?的/iu,
  yours: /(?<!\p{L})(?:your|yours|votre|vos|ton|ta|tes)(?!\p{L})|[你您]们?的/iu,
  theirs: /(?<!\p{L})(?:his|her|hers|their|theirs|leurs?)(?!\p{L})|[他她它]们?的/iu,
};

/** The question without a greeting and without asking to be told. */
export function withoutPoliteness(question: string): string {
  let text = question.normalize('NFKC').trim();
  for (let before = ''; before !== text; ) {
    before = text;
    for (const pattern of politeness) text = text.replace(pattern, '').trim();
  }
  return text === '' ? question : text.replace(eitherOr, '是否$1');
}

export function readFrame(question: string): QuestionFrame {
  const text = foldTraditional(withoutPoliteness(question));
  const asks: string[] = [];
  let rest = text;
  for (const [name, pattern] of Object.entries(questionWords)) {
    const left = rest.replace(new RegExp(pattern.source, 'giu'), ' ');
    if (left !== rest) asks.push(name);
    rest = left;
  }
  return {
    asks: asks.join(' '),
    negative: isNegative(text),
    numbers: [...findNumbersAndWords(text, { withOne: false })].sort().join(' '),
    // "How can I …" asks for the way, as "How do I …" does.
    contrasts: namesFound(contrasts, rest, asks.includes('how') ? ['can'] : []),
    owner: namesFound(owners, text),
  };
}

/** Whether questions of these frames may ask for the same thing. */
export function isSameFrame(a: QuestionFrame, b: QuestionFrame): boolean {
  return (
    a.asks === b.asks &&
    a.negative === b.negative &&
    a.numbers === b.numbers &&
    a.contrasts === b.contrasts &&
    (a.owner === b.owner || a.owner === '' || b.owner === '')
  );
}

function namesFound(patterns: Patterns, text: string, ignored: string[] = []): string {
  return Object.keys(patterns)
    .filter((name) => !ignored.includes(name) && patterns[name]!.test(text))
    .join(' ');
}
