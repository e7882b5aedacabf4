import { describe, expect, test } from 'vitest';
import { guessStemLanguage } from './language.ts';
import {
  analyzeDocument,
  analyzeForIndex,
  analyzeQuery,
  analyzeQuestion,
  createTermMatcher,
} from './terms.ts';
import { tokenize } from './tokens.ts';

/** Whether a question finds a text by at least one of its terms. */
function finds(query: string, text: string): boolean {
  const terms = new Set(analyzeDocument(text));
  return analyzeQuery(query).some(({ forms }) => forms.some((form) => terms.has(form)));
}

describe('English', () => {
  const english = 'The companies that were running the tests in the cities have been protected.';

  test('inflections meet', () => {
    for (const word of ['company', 'run', 'runs', 'testing', 'city', 'protect'])
      expect(finds(word, english)).toBe(true);
    for (const word of ['compass', 'runway', 'protein']) expect(finds(word, english)).toBe(false);
  });

  test('stop words and question words are left out, unless the question has no others', () => {
    expect(analyzeDocument('what is the answer of this')).toEqual(['answer']);
    expect(analyzeQuery('To be or not to be').length).toBeGreaterThan(0);
  });

  test('possessives and contractions lose their tail', () => {
    expect(analyzeDocument("Amazon's revenue didn't grow")).toContain('amazon');
  });
});

describe('French', () => {
  const french =
    "Les données personnelles des élèves sont protégées par l'autorité nationale, d'après les traités.";

  test('elision, accents, plural and feminine do not hide a word', () => {
    for (const word of [
      'donnée',
      'DONNEES',
      'personnel',
      'élève',
      'eleves',
      'autorité',
      'nationaux',
      'protéger',
    ]) {
      if (word === 'nationaux') expect(finds(word, 'un accord national de la France')).toBe(true);
      else expect(finds(word, french)).toBe(true);
    }
  });

  test('the language of a short question does not matter', () => {
    expect(analyzeQuery('traités').some(({ forms }) => analyzeDocument(french).includes(forms[0]!))).toBe(
      true,
    );
    expect(finds('protected companies', 'The company protects its clients and their data.')).toBe(true);
  });

  test('inverted verbs are not compounds', () => {
    const forms = analyzeQuery("Est-ce qu'il peut, a-t-il, puis-je demander ?").flatMap((term) => term.forms);
    expect(forms).not.toContain('estce');
    expect(forms).not.toContain('puisje');
    expect(forms).toContain('demand');
  });
});

describe('Chinese, Japanese, Korean', () => {
  test('words are found inside sentences, in either script', () => {
    const text = '生态环境修复费用由侵权人承担。';
    expect(finds('修复费用', text)).toBe(true);
    expect(finds('修復費用怎麼認定', text)).toBe(true);
    expect(finds('侵權人', text)).toBe(true);
    expect(finds('音乐', text)).toBe(false);
  });

  test('a part of a long word finds it', () => {
    expect(finds('保险', '保险人应当承担责任')).toBe(true);
  });

  test('question words find nothing', () => {
    expect(finds('什么是怎么', '这是什么，怎么办')).toBe(false);
  });

  test('Japanese and Korean are matched by pairs of characters', () => {
    expect(finds('コンピュータ', '新しいコンピューターを買いました')).toBe(true);
    expect(finds('학교', '우리는 학교에서 공부한다')).toBe(true);
  });
});

describe('names, codes and numbers', () => {
  test('compounds are found whole and by their parts', () => {
    for (const query of ['FY2018', 'fy 2018', '2018'])
      expect(finds(query, 'Revenue in FY2018 rose')).toBe(true);
    for (const query of ['getUserName', 'user name', 'get_user_name']) {
      expect(finds(query, 'call getUserName() first')).toBe(true);
    }
    expect(finds('10K', 'the form 10-K')).toBe(true);
    expect(finds('email', 'an e-mail')).toBe(true);
  });

  test('numbers do not depend on their separators', () => {
    expect(analyzeDocument('1,577 and 8.5 and 1,234,567.5')).toEqual(['1577', '8.5', '1234567.5']);
    expect(finds('１５７７', 'total 1,577')).toBe(true);
  });

  test('a term holds no space, since the index splits at spaces', () => {
    const terms = analyzeDocument('a\u00a0b 日本\u3000語 ไทยภาษา x\ty naïve-check ½ ﬁne');
    expect(terms.every((term) => /^\S+$/.test(term))).toBe(true);
  });
});

test('tokens keep their place in the text', () => {
  const text = 'L’État de COVID-19: getUserName 生态环境修复, 学校 e-mail';
  for (const { text: token, start, end, kind } of tokenize(text)) {
    const source = text.slice(start, end);
    expect(source.length).toBeGreaterThan(0);
    if (kind === 'word')
      expect(source.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')).toContain(token);
  }
});

test('the stemmer follows the function words', () => {
  expect(guessStemLanguage(tokenize('Quelle est la durée de conservation des données ?'))).toBe('fr');
  expect(guessStemLanguage(tokenize('How long are the records kept by the company?'))).toBe('en');
  const spanish = 'El perro grande corre por el parque mientras los gatos duermen '.repeat(8);
  expect(guessStemLanguage(tokenize(spanish))).toBe('other');
});

describe('matched words', () => {
  const marked = (query: string, text: string) =>
    createTermMatcher(query)(text).map(({ start, end }) => text.slice(start, end));

  test('cover inflections in the text as it is written', () => {
    expect(marked('protection des données', 'La protection d’une donnée, les Données.')).toEqual([
      'protection',
      'donnée',
      'Données',
    ]);
    expect(marked('running companies', 'A company runs.')).toEqual(['company', 'runs']);
  });

  test('join where they touch', () => {
    expect(marked('生态环境修复', '关于生态环境修复的规定')).toEqual(['生态环境修复']);
  });

  test('are whole words: the seam of two Chinese words is none', () => {
    expect(marked('音乐会议', '会议室里有音乐')).toEqual(['会议', '音乐']);
    expect(marked('环境修复', '境修')).toEqual([]);
  });

  test('are none where nothing matches', () => {
    expect(createTermMatcher('zebra')('A company runs.')).toEqual([]);
    expect(createTermMatcher('')('text')).toEqual([]);
  });
});

describe('questions to search for', () => {
  /** Whether a question reaches a text by its own terms or by a family. */
  const reaches = (question: string, text: string) => {
    const { terms, families } = analyzeForIndex(text);
    const held = new Set([...terms, ...families]);
    return analyzeQuestion(question).some(({ forms }) => forms.some((form) => held.has(form)));
  };

  test.each([
    ['publicitaire', 'La publicité des prix est libre dans tous les cas.'],
    ['assureur', 'Les assurances sont dues par le locataire.'],
    ['regulatory', 'The regulation of the harbour is in force.'],
  ])('%s reaches what is derived from the same root', (question, text) => {
    expect(finds(question, text)).toBe(false);
    expect(reaches(question, text)).toBe(true);
  });

  test('a family weighs less than a word, and no short word has one', () => {
    const [word, family] = analyzeQuestion('publicitaire');
    expect(family!.weight).toBeLessThan(word!.weight);
    expect(family!.supporting).toBe(true);
    expect(analyzeQuestion('harbor')).toHaveLength(1);
  });

  const weights = (question: string) =>
    new Map(analyzeQuestion(question).map(({ forms, weight }) => [forms.at(-1), weight]));

  test('how to answer weighs less than what is asked', () => {
    const found = weights('What is the FY2017 margin of Amazon? Round your answer to two decimal places.');
    expect(found.get('amazon')).toBe(1);
    expect(found.get('decimal')).toBeLessThan(0.5);
    // Both asked and told.
    expect(weights('What margin did it report? Calculate the margin in USD.').get('margin')).toBe(1);
  });

  test.each([
    ['Give an example of a permit.', 'permit'],
    ['Use of force: what does the law say?', 'force'],
    ['Hello. Please explain the fee.', 'fee'],
  ])('%s is asked as a whole', (question, word) => {
    expect(weights(question).get(word)).toBe(1);
  });
});
