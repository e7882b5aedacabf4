import { expect, it } from 'vitest';
import { readAdminUsageSearch, readTokensSearch, readUsageSearch } from './usage-search.ts';

const id = '01a1fe64-787d-745d-9e5a-347b0583055a';

it('takes what the page itself writes', () => {
  const view = {
    range: '90d',
    groupBy: 'company',
    companyId: id,
    modelId: 'built-in/x',
    page: 2,
    measure: 'cost',
  };
  expect(readAdminUsageSearch(view)).toEqual(view);
});

it('leaves out what would only be refused', () => {
  const typed = {
    from: '2026-02-30',
    to: '2026-03-01',
    range: 'ever',
    accountId: '1',
    source: 'mail',
    page: '-1',
  };
  expect(readAdminUsageSearch(typed)).toEqual({});
  // The end before the beginning, and half a range.
  expect(readUsageSearch({ from: '2026-03-02', to: '2026-03-01' })).toEqual({});
  expect(readUsageSearch({ from: '2026-03-02' })).toEqual({});
});

it('knows no other company within one', () => {
  expect(readUsageSearch({ companyId: id, groupBy: 'company', source: 'api' })).toEqual({ source: 'api' });
  expect(readTokensSearch({ tab: 'api', range: '7d' })).toEqual({ tab: 'api' });
});
