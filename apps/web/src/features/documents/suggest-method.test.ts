import { expect, test } from 'vitest';
import { suggestMethod } from './suggest-method.ts';

const documents = (...formats: string[]) => formats.map((format) => ({ format, chunkMethod: 'naive' }));

test('sheets want the table method, slides the one for presentations', () => {
  expect(suggestMethod('naive', documents('xlsx', 'csv', 'pdf'))).toBe('table');
  expect(suggestMethod('naive', documents('pptx', 'odp'))).toBe('presentation');
});

test('a mixture, a single file, and a base that was set up for something are left alone', () => {
  expect(suggestMethod('naive', documents('xlsx', 'pdf'))).toBeUndefined();
  expect(suggestMethod('naive', documents('xlsx'))).toBeUndefined();
  expect(suggestMethod('qa', documents('xlsx', 'csv'))).toBeUndefined();
  expect(suggestMethod('table', documents('xlsx', 'csv'))).toBeUndefined();
});

test('documents that have the method of their own already want nothing', () => {
  const tables = documents('xlsx', 'csv').map((document) => ({ ...document, chunkMethod: 'table' }));
  expect(suggestMethod('naive', tables)).toBeUndefined();
});
