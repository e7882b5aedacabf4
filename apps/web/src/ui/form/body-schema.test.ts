import {
  createAssistant,
  createCompany,
  createModel,
  createPackage,
  createWebsiteImport,
  websiteImportSettings,
} from '@lectern/contract';
import { expect, it } from 'vitest';
import { findBodyErrors, limitsIn, limitsOf } from './body-schema.ts';

it.each([
  ['a name', createPackage, 'name', { maxLength: 255 }],
  ['the stricter end of a pipe', createCompany, 'username', { maxLength: 64 }],
  ['an address behind a pipe', createCompany, 'email', { maxLength: 254 }],
  ['a number with a default that may be empty', createPackage, 'maxUsers', { min: 0, max: 1_000_000_000 }],
  ['a decimal', createModel, 'inputPrice', { min: 0, max: 1_000_000 }],
  ['a nested field', createAssistant, 'parameters.presencePenalty', { min: -2, max: 2 }],
  ['a field of a list', createAssistant, 'variables.0.value', { maxLength: 2_000 }],
  ['a list', createAssistant, 'variables', { maxTags: 32 }],
  ['nothing for a field that is not in the body', createPackage, 'other', {}],
])('reads the limits of %s', (_, endpoint, path, limits) => {
  expect(limitsOf(endpoint, path)).toEqual(limits);
});

it('knows numbers from what is being typed', () => {
  const depth = (value: unknown) =>
    'settings.depth' in
    findBodyErrors(createWebsiteImport, { url: 'https://example.org', settings: { depth: value } });
  expect([1, 10, 11, '', 1.5].map(depth)).toEqual([false, false, true, true, true]);
  expect(limitsIn(websiteImportSettings, 'depth')).toEqual({ min: 1, max: 10 });
});

it('names the wrong fields of a body and no others', () => {
  const body = { name: ' ', packageId: '', email: 'mira@', username: undefined };
  expect(Object.keys(findBodyErrors(createCompany, body)).sort()).toEqual(['email', 'name', 'packageId']);
});
