import { expect, it } from 'vitest';
import { readRightsSearch, readTeamSearch } from './company-search.ts';

it('reads a tab, a page and a range of days', () => {
  expect(
    readTeamSearch({ tab: 'activity', search: 12, page: 3, from: '2026-11-01', to: '2026-11-30' }),
  ).toEqual({ tab: 'activity', search: '12', page: 3, from: '2026-11-01', to: '2026-11-30' });
});

it('passes over what nobody could mean', () => {
  const nothing = { tab: undefined, search: undefined, page: undefined };
  expect(readTeamSearch({ tab: 'members', search: '', page: 0 })).toEqual(nothing);
  expect(readTeamSearch({ page: 1.5, from: '2026-11-01' })).toEqual(nothing);
  expect(readTeamSearch({ from: '2026-11-30', to: '2026-11-01' })).toEqual(nothing);
  expect(readTeamSearch({ from: '2026-13-01', to: '2026-13-02' })).toEqual(nothing);
  expect(readRightsSearch({ page: 'two' })).toEqual({ search: undefined, page: undefined });
});
