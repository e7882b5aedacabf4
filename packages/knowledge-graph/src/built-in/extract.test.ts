import { expect, test } from 'vitest';
import { extractBuiltIn } from './extract.ts';

const types = ['organization', 'person', 'location', 'event', 'time'];
const read = (text: string, asked = types) => extractBuiltIn({ id: 'c', text, headingPath: [] }, asked);
const typesOf = (text: string, asked = types) =>
  Object.fromEntries(read(text, asked).entities.map(({ name, type }) => [name, type]));

test('English names are found and typed by the words in and around them', () => {
  const found = typesOf(
    'On 12 June 2021, Dr. Mary Ellsworth of the Harbour Research Institute met John Tavish in Port Laney. ' +
      'They had prepared the Coastal Summit since 2019.',
  );
  expect(found).toMatchObject({
    '12 June 2021': 'time',
    'Mary Ellsworth': 'person',
    'Harbour Research Institute': 'organization',
    'John Tavish': 'person',
    'Port Laney': 'location',
    'Coastal Summit': 'event',
    '2019': 'time',
  });
  expect(found).not.toHaveProperty('They');
});

test('French bodies, elisions and titles are understood', () => {
  const found = typesOf(
    "Selon Mme Lucie Marchand, la Commission nationale de l’informatique et des libertés a saisi l'Institut Pasteur à Lyon le 3 mai 2022. " +
      'Le ministre Paul Vasseur se rendra aux Jeux de Montreuil.',
  );
  expect(found).toMatchObject({
    'Lucie Marchand': 'person',
    'Commission nationale de l’informatique et des libertés': 'organization',
    'Institut Pasteur': 'organization',
    Lyon: 'location',
    '3 mai 2022': 'time',
    'Paul Vasseur': 'person',
    'Jeux de Montreuil': 'event',
  });
});

test('Chinese names are told by their parts of speech and endings, traditional ones too', () => {
  const found = typesOf('2019年5月3日，王小明在北京大学见到了弗兰克·赖特。臺灣的陳建國訪問了紐約。');
  expect(found).toMatchObject({
    '2019年5月3日': 'time',
    王小明: 'person',
    北京大学: 'organization',
    弗兰克·赖特: 'person',
    臺灣: 'location',
    陳建國: 'person',
  });
});

test('only listed types come, under the names of the list; what fits none is other', () => {
  const text = 'Dr. Mary Ellsworth flew from Lyon with the Zephyrix on 12 June 2021.';
  expect(typesOf(text, ['Personnes'])).toEqual({ 'Mary Ellsworth': 'Personnes', Zephyrix: 'other' });
});

test('what stands in one sentence belongs together, and the sentence says why', () => {
  const { relations } = read('Anna Berg founded Nordlys Group. Peter Holm lives in Oslo.');
  expect(relations.map(({ source, target }) => [source, target].sort())).toEqual([
    ['Anna Berg', 'Nordlys Group'],
    ['Oslo', 'Peter Holm'],
  ]);
  expect(relations[0]?.description).toBe('Anna Berg founded Nordlys Group.');
});

test('a short form in brackets is an alias', () => {
  const { entities } = read('The Office for Harbour Safety (OHS) was closed. The OHS had three inspectors.');
  expect(entities.find(({ name }) => name === 'Office for Harbour Safety')?.aliases).toEqual(['OHS']);
});

test('titles, code, structure and sentence beginnings name nothing for sure', () => {
  const { entities } = read(
    '# Annual Report Of The Year\n\nHowever, see Article 12 and Table 3. Walking is healthy.\n\n```\nconst Foo = Bar\n```',
  );
  expect(entities.filter(({ weak }) => !weak)).toEqual([]);
});

test('labels in capitals and first halves of compounds name nothing', () => {
  const names = Object.keys(
    typesOf(
      'For the MONTHLY Payroll Period 2013 see below. RESPONSABLES ET PARTENAIRES. The Multi-hop model uses NATO data of the WORLD Health Organization.',
    ),
  );
  expect(names).toEqual(expect.arrayContaining(['NATO', 'WORLD Health Organization']));
  expect(names.join()).not.toMatch(/MONTHLY|RESPONSABLES|Multi/);
});

test('nonsense, markup and foreign scripts do no harm', () => {
  for (const text of [
    '',
    '   ',
    '|||',
    '()[]{}',
    '漢字かな交じり文です。',
    '\u0000\ud800',
    'A'.repeat(10_000),
    '. '.repeat(5_000),
  ])
    expect(read(text).relations).toEqual([]);
});
