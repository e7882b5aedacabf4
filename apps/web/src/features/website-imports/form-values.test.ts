import { websiteImportSettings } from '@lectern/contract';
import { expect, it } from 'vitest';
import { findLinkFault, newImport, toFormValues, toSettings } from './form-values.ts';

it.each([
  ['', 'missing'],
  ['   ', 'missing'],
  ['two words', 'invalid'],
  ['word', 'invalid'],
  ['mailto:a@example.org', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['ftp://example.org', 'invalid'],
  ['https://', 'invalid'],
  ['example.org', undefined],
  ['example.org:8080/docs', undefined],
  [' https://www.example.org/docs/ ', undefined],
  ['http://intranet/', undefined],
])('link "%s": %s', (link, fault) => {
  expect(findLinkFault(link)).toBe(fault);
});

it('turns settings into what is typed, and back', () => {
  const settings = websiteImportSettings.parse({ include: ['/a/**', '/b/*'], pageLimit: 20 });
  const values = toFormValues('https://example.org/', settings);
  expect(values).toMatchObject({ include: '/a/**\n/b/*', pageLimit: 20, mode: 'depth' });
  expect(toSettings({ ...values, include: ' /a/** \n\n/b/*\n' })).toEqual(settings);
  expect(toSettings(newImport)).toEqual(websiteImportSettings.parse({}));
});
