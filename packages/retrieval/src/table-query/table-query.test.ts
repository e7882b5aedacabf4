import { describeTableQuery } from '@lectern/contract';
import { describe, expect, test } from 'vitest';
import { checkTableQuery, type KnownValue, type QueryTable, readQueryAnswer, readQuestion } from './index.ts';

const id = '00000000-0000-4000-8000-000000000001';
const column = (key: string, name: string, type: QueryTable['columns'][number]['type']) => ({
  key,
  name,
  type,
  synonyms: [],
  examples: [],
});
const contracts: QueryTable = {
  id,
  name: 'Contracts',
  documentName: 'contracts 2024',
  rowCount: 10,
  columns: [
    column('supplier', 'Supplier', 'text'),
    column('number', 'Contract number', 'text'),
    column('branch', 'Branch', 'text'),
    column('price', 'Price', 'number'),
    column('signed', 'Signed on', 'date'),
    column('active', 'Active', 'boolean'),
  ],
};
const branches: KnownValue[] = ['Paris', 'Lyon'].map((value) => ({ column: 'branch', value }));

const say = (question: string, values = branches) => {
  const query = readQuestion({
    question,
    table: contracts,
    values,
    uniqueColumns: new Set(['number']),
    today: '2026-11-21',
  });
  return query && describeTableQuery({ query, columns: contracts.columns }, 'en');
};

describe('questions that rules read', () => {
  test.each([
    [
      'What is the average price of the Paris branch in 2024?',
      'Average of Price where Branch is Paris and Signed on is 2024',
    ],
    ['How many contracts were signed after March 2024?', 'Number of rows where Signed on is after 2024-03'],
    [
      'How many contracts between 2020 and 2023',
      'Number of rows where Signed on is 2020 or later and Signed on is 2023 or earlier',
    ],
    [
      'How many active contracts are there in Lyon or Paris?',
      'Number of rows where Branch is one of Lyon, Paris and Active is yes',
    ],
    ['Which contract has the highest price?', 'Contract number, Price, highest Price first, only the first'],
    ['top 5 suppliers by price', 'Highest Price, by Supplier, highest first, first 5'],
    ['How many contracts in Lyon and paris', 'Number of rows where Branch is one of Lyon, Paris'],
    ['total price by branch', 'Total of Price, by Branch'],
  ])('%s', (question, expected) => expect(say(question)).toBe(expected));

  test.each([
    'How many contracts are not active?',
    'contracts from 2024',
    'Which three suppliers cost most?',
    'average price in Marseille',
    'price growth of Paris',
    'more contracts than Lyon',
    'How many contracts or Paris?',
    '',
  ])('not sure: %s', (question) => expect(say(question)).toBeUndefined());

  test('a value that two columns have is not guessed at', () => {
    const both = [...branches, { column: 'supplier', value: 'Paris' }];
    expect(say('How many contracts in Paris?', both)).toBeUndefined();
    expect(say('How many contracts of the branch Paris?', both)).toBe('Number of rows where Branch is Paris');
    expect(say('How many contracts of the supplier Paris?', both)).toBe(
      'Number of rows where Supplier is Paris',
    );
  });
});

describe('what claims to be a query', () => {
  const sound = { tableId: id, select: [{ aggregate: 'count' }] };
  test.each([
    [{ ...sound, tableId: '00000000-0000-4000-8000-000000000002' }, 'no such table'],
    [{ ...sound, limit: 1e9 }, 'limit'],
    [{ ...sound, sql: 'drop table chunks' }, 'Unrecognized'],
    [{ ...sound, select: [{ column: 'price); drop' }] }, 'no column'],
    [{ ...sound, select: [{ column: 'supplier', aggregate: 'sum' }] }, 'needs a column of numbers'],
    [{ ...sound, select: [{ column: 'supplier' }, { aggregate: 'count' }] }, 'groupBy'],
    [{ ...sound, where: [{ column: 'price', op: '>', value: '1; drop' }] }, 'not of its type'],
    [{ ...sound, where: [{ column: 'signed', op: '<', value: '2024-13' }] }, 'not of its type'],
    [{ ...sound, where: [{ column: 'branch', op: '>', value: 'A' }] }, 'numbers or dates'],
    [{ ...sound, where: [{ column: 'branch', op: '=', value: ['A'] }] }, 'list of values'],
    ['drop table chunks', 'expected object'],
  ])('%j: %s', (value, problem) => expect(checkTableQuery(value, [contracts]).problem).toContain(problem));

  test('sound ones are filled in, and years are compared as dates', () => {
    const { query } = checkTableQuery({ ...sound, where: [{ column: 'signed', op: '<', value: 2024 }] }, [
      contracts,
    ]);
    expect(query).toMatchObject({ match: 'all', groupBy: [], limit: 50, where: [{ value: '2024' }] });
  });

  test('a model may refuse, and names tables by number alone', () => {
    expect(readQueryAnswer('Sure: {"refuse": true}', [contracts])).toEqual({ refused: true });
    expect(readQueryAnswer('no', [contracts]).problem).toContain('JSON');
    expect(readQueryAnswer(JSON.stringify({ ...sound, table: 2 }), [contracts]).problem).toContain('number');
    expect(
      readQueryAnswer(JSON.stringify({ table: 1, select: sound.select }), [contracts]).query?.tableId,
    ).toBe(id);
  });
});
