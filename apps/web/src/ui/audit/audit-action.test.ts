import * as contract from '@lectern/contract';
import { expect, it } from 'vitest';
import { audit } from '../../locales/en/audit.ts';
import { outcomeOf } from './audit-action.ts';

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
}

it('has words for every call that the log can hold', () => {
  // Changes, what a call asks to have kept, and the files that an administrator fetches while acting as a company.
  const kept = Object.values(contract)
    .filter(isEndpoint)
    .filter(({ access, audit }) => audit || (access !== 'anonymous' && access !== 'visitor'))
    .filter(({ method, audit, responseKind }) => method !== 'GET' || audit || responseKind === 'file')
    .map(({ id }) => id);
  expect(Object.keys(audit.actions).sort()).toEqual(kept.sort());
});

it('tells a refusal from a failure, and both from a call that never ended', () => {
  expect(outcomeOf({ status: 201 })).toBe('done');
  expect(outcomeOf({ status: 409 })).toBe('refused');
  expect(outcomeOf({ status: 500 })).toBe('failed');
  expect(outcomeOf({ status: null })).toBe('unfinished');
});
