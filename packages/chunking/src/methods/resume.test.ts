import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParsedDocument, readDocument } from '@lectern/parsing';
import { describe, expect, it } from 'vitest';
import type { Chunk, ChunkResult } from '../chunk.ts';
import { buildDocument } from '../testing/build-document.ts';
import { buildKarimBenali } from '../testing/resumes/karim-benali.ts';
import { resume } from './resume.ts';

const folder = join(import.meta.dirname, '../testing/resumes');
const read = (name: string): Promise<ParsedDocument> =>
  readDocument({
    name,
    bytes: name.endsWith('.pdf') ? buildKarimBenali() : readFileSync(join(folder, name)),
  });
const cut = async (name: string, options = {}): Promise<ChunkResult> =>
  resume.chunk(await read(name), options);
const topicsOf = ({ chunks }: ChunkResult) => chunks.map(({ fields }) => fields!.topic);
const rolesOf = ({ chunks }: ChunkResult, topic: string) =>
  chunks.flatMap(({ fields }) => {
    if (fields?.topic !== topic) return [];
    return [
      [
        fields.position ?? fields.degree ?? fields.role,
        fields.organisation ?? fields.school ?? fields.project,
        fields.start,
        fields.end,
      ],
    ];
  });

describe('a French résumé with titles above the times', () => {
  it('makes a chunk of the person, of each job and course, and of each further section', async () => {
    const result = await cut('marie-delcourt.md');
    expect(topicsOf(result)).toEqual([
      'identity',
      'summary',
      'experience',
      'experience',
      'experience',
      'education',
      'education',
      'skills',
      'languages',
      'interests',
    ]);
    for (const chunk of result.chunks) {
      expect(chunk.kind).toBe('profile');
      expect(chunk.text).toMatch(
        /^Marie Delcourt · Cheffe de projet énergie · Diplôme d'ingénieur en génie énergétique\n\n/,
      );
    }
    expect(result.chunks[2]!.text).toMatch(/Cheffe de projet énergie.*42 écoles.*31 %/s);
    expect(result.chunks[3]!.headingPath).toEqual(['Marie Delcourt', 'Expériences professionnelles']);
  });

  it('reads the facts of the person and of each part', async () => {
    const result = await cut('marie-delcourt.md');
    expect(result.facts).toMatchObject({
      name: 'Marie Delcourt',
      email: 'marie.delcourt@exemple.fr',
      phone: '06 12 34 56 78',
      location: 'Grenoble',
      birthDate: '14 mars 1988',
      yearsOfExperience: '10',
      currentPosition: 'Cheffe de projet énergie',
      currentEmployer: 'Ville de Grenoble',
      highestDegree: "Diplôme d'ingénieur en génie énergétique",
      schools: 'INSA Lyon; Lycée Champollion',
    });
    expect(rolesOf(result, 'experience')).toEqual([
      ['Cheffe de projet énergie', 'Ville de Grenoble', '2019-03', undefined],
      ['Chargée de mission climat', 'Communauté de communes du Vercors', '2014-09', '2019-02'],
      ["Ingénieure d'études", 'Cabinet Thermalpes', '2012-07', '2014-08'],
    ]);
    expect(result.chunks[2]!.fields).toMatchObject({
      isCurrent: true,
      name: 'Marie Delcourt',
      yearsOfExperience: 10,
    });
  });
});

it('reads a French résumé in two columns of a PDF, with the times first', async () => {
  const result = await cut('karim.pdf');
  expect(result.facts).toMatchObject({
    name: 'Karim Benali',
    email: 'k.benali@exemple.fr',
    phone: '07 98 76 54 32',
    location: 'Nantes, France',
    currentPosition: 'Responsable paie',
    highestDegree: 'Licence professionnelle gestion de la paie',
  });
  expect(rolesOf(result, 'experience')).toEqual([
    ['Responsable paie', 'Groupe Armor Distribution', '2018', undefined],
    ['Gestionnaire de paie', 'Cabinet Loire Conseil', '2013', '2018'],
  ]);
  expect(rolesOf(result, 'education').map(([, school]) => school)).toEqual([
    'Université de Nantes',
    'Lycée La Colinière',
  ]);
  // The name above the columns and the contact details in the left one are one chunk.
  expect(result.chunks[0]!.text).toMatch(/# Karim Benali.*k\.benali@exemple\.fr/s);
  for (const chunk of result.chunks) expect(chunk.boxes.length).toBeGreaterThan(0);
});

it('reads an English résumé that a table lays out', async () => {
  const result = await cut('oliver-hartwell.html');
  expect(result.facts).toMatchObject({
    name: 'Oliver Hartwell',
    phone: '+44 7700 900123',
    location: 'Leeds, United Kingdom',
    yearsOfExperience: '9',
    highestDegree: 'MSc Computer Science',
    employers: 'Northfield Hospital Group; Penwick Library Services Ltd',
  });
  expect(rolesOf(result, 'experience')).toEqual([
    ['Lead Data Engineer', 'Northfield Hospital Group', '2020-01', undefined],
    ['Software Developer', 'Penwick Library Services Ltd', '2015-08', '2019-12'],
  ]);
  expect(rolesOf(result, 'projects')).toEqual([[undefined, 'Open Shelf', '2021', '2023']]);
  expect(result.chunks.find(({ fields }) => fields!.start === '2015-08')!.text).toContain(
    '120 branch libraries',
  );
});

it('reads a Chinese résumé with labels', async () => {
  const result = await cut('lin-yue.txt');
  expect(result.facts).toMatchObject({
    name: '林悦',
    gender: '女',
    phone: '13800138000',
    birthDate: '1992年6月',
    location: '杭州市西湖区',
    currentPosition: '高级后端工程师',
    currentEmployer: '青禾科技有限公司',
    highestDegree: '本科',
    schools: '浙江海川大学',
  });
  expect(topicsOf(result)).toEqual([
    'identity',
    'wishes',
    'experience',
    'experience',
    'education',
    'projects',
    'skills',
    'languages',
  ]);
});

it('cuts a long job, and begins each part with the person', async () => {
  const { chunks } = await cut('marie-delcourt.md', { chunkTokenNumber: 64 });
  for (const chunk of chunks) expect(chunk.tokens).toBeLessThanOrEqual(64);
  expect(chunks.filter(({ fields }) => fields!.organisation === 'Ville de Grenoble').length).toBeGreaterThan(
    1,
  );
});

it('cuts what is no résumé as text', async () => {
  const document = buildDocument([
    { type: 'heading', level: 1, text: 'Garden rules' },
    { type: 'paragraph', text: 'Close the gate at night.' },
  ]);
  const result = await resume.chunk(document, {});
  expect(result.chunks.map(({ kind }) => kind)).toEqual(['text']);
  expect(result.notes).toEqual([{ key: 'not_a_resume', details: {} }]);
  expect(resume.refinement!.estimate(result, {}).calls).toBe(0);
});

describe('with a model', () => {
  /** Answers as the script says, and keeps what was asked. */
  function startModel(answers: string[]) {
    const prompts: string[] = [];
    const complete = async ({ prompt }: { prompt: string }) => {
      prompts.push(prompt);
      return answers[prompts.length - 1] ?? '';
    };
    return { complete, prompts };
  }

  const textOf = (chunks: readonly Chunk[]) =>
    chunks
      .map(({ text, fields }) => text.replace(`${fields!.headline}\n\n`, ''))
      .join('\n')
      .replace(/\s+/g, ' ');

  it('takes its line numbers and the values that the résumé says', async () => {
    const before = await cut('karim.pdf');
    const asked = startModel([]);
    await resume.refinement!.refine(before, {}, asked);
    const numbered = asked.prompts[1]!.split('Résumé:\n')[1]!.split('\n');
    const lineOf = (text: string) => numbered.findIndex((line) => line.includes(text)) + 1;
    const model = startModel([
      '```json\n{"name": "Karim Benali", "location": "Nantes", "currentPosition": "Président de la République", "skills": ["Droit social", "Magie"], "yearsOfExperience": 99}\n```',
      JSON.stringify({
        parts: [
          { topic: 'identity', from: 1, to: lineOf('exemple.fr') },
          { topic: 'skills', from: lineOf('Compétences'), to: lineOf('échecs') },
          {
            topic: 'experience',
            from: lineOf('Expériences'),
            to: lineOf('Passage'),
            position: 'Responsable paie',
            organisation: 'Groupe Armor Distribution',
            start: '2018',
          },
          {
            topic: 'experience',
            from: lineOf('2013'),
            to: lineOf('bâtiment'),
            position: 'Gestionnaire de paie',
            organisation: 'Banque inventée',
            start: '1999',
            end: '2018',
          },
          {
            topic: 'education',
            from: lineOf('Formation'),
            to: numbered.length,
            position: 'BTS comptabilité et gestion',
          },
        ],
      }),
    ]);
    const after = await resume.refinement!.refine(before, {}, model);
    expect(topicsOf(after)).toEqual(['identity', 'skills', 'experience', 'experience', 'education']);
    expect(after.facts).toMatchObject({
      location: 'Nantes',
      skills: 'Droit social',
      currentPosition: 'Responsable paie',
    });
    expect(after.facts!.yearsOfExperience).toBe(before.facts!.yearsOfExperience);
    expect(after.chunks[2]!.fields).toMatchObject({
      organisation: 'Groupe Armor Distribution',
      start: '2018',
      isCurrent: true,
    });
    expect(after.chunks[3]!.fields).toMatchObject({
      position: 'Gestionnaire de paie',
      organisation: 'Cabinet Loire Conseil',
    });
    expect(after.chunks[1]!.boxes.length).toBeGreaterThan(1);
    expect(textOf(after.chunks)).toBe(textOf(before.chunks));
    expect(after.chunks.map(({ ordinal }) => ordinal)).toEqual(after.chunks.map((_, index) => index));
  });

  it.each([
    ['', ''],
    ['I cannot help with that.', '{"parts": "none"}'],
    ['{"name": {"first": "Karim"}}', '{"parts": [{"topic": "experience", "from": 3, "to": 900}]}'],
    [
      '{"name": "Somebody Else"}',
      '{"parts": [{"topic": "experience", "from": 5, "to": 8}, {"topic": "skills", "from": 2, "to": 4}]}',
    ],
    ['[1, 2', '{"parts": [{"topic": "weather", "from": 1, "to": 2}]}'],
  ])('leaves the cut as it was where the model answers nonsense: %s', async (...answers) => {
    const before = await cut('karim.pdf');
    expect(await resume.refinement!.refine(before, {}, startModel(answers))).toEqual(before);
  });

  it('says before it begins what it will ask', async () => {
    const before = await cut('marie-delcourt.md');
    const estimate = resume.refinement!.estimate(before, {});
    const model = startModel([]);
    await resume.refinement!.refine(before, {}, model);
    expect(model.prompts).toHaveLength(estimate.calls);
    const { loadTokenCounter } = await import('../tokens.ts');
    const countTokens = await loadTokenCounter();
    const asked = model.prompts.reduce((sum, prompt) => sum + countTokens(prompt), 0);
    expect(estimate.promptTokens / asked).toBeGreaterThan(0.8);
    expect(estimate.promptTokens / asked).toBeLessThan(1.6);
  });

  it('stops when it is told to', async () => {
    const before = await cut('lin-yue.txt');
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(resume.refinement!.refine(before, {}, { ...startModel([]), signal })).rejects.toThrow(
      'stopped',
    );
  });
});
