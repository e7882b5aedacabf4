import type { SsoSettings } from '@lectern/contract';
import { expect, it } from 'vitest';
import { findSsoProblems, keepsStoredSecret, startValues, toSsoBody } from './sso-form-values.ts';

const stored: SsoSettings = {
  signInName: 'maison-moreau',
  issuer: 'https://id.example.com/realms/moreau',
  clientId: 'lectern',
  maskedSecret: '••••9f2c',
  scopes: ['openid', 'email', 'profile'],
  levelClaim: 'groups',
  levels: [{ value: 'editors', level: 1 }],
  defaultLevel: null,
  enabled: true,
  redirectUrl: 'https://lectern.example.com/api/v1/sso/callback',
};

it('sends what is stored unchanged, without a secret', () => {
  const { maskedSecret: _, redirectUrl: __, ...rest } = stored;
  const values = startValues(stored);
  expect(findSsoProblems(values, stored)).toEqual({});
  expect(toSsoBody(values)).toEqual({ ...rest, clientSecret: undefined });
});

it('asks for the secret again when the issuer is another', () => {
  const values = { ...startValues(stored), issuer: 'https://id.example.org' };
  expect(keepsStoredSecret(values, stored)).toBe(false);
  expect(findSsoProblems(values, stored)).toEqual({ clientSecret: 'required' });
  expect(findSsoProblems({ ...values, clientSecret: 'new' }, stored)).toEqual({});
});

it('knows the issuer again however its address was pasted', () => {
  const kept = ['/', '/.well-known/openid-configuration'].map((end) =>
    keepsStoredSecret({ ...startValues(stored), issuer: `${stored.issuer}${end}` }, stored),
  );
  expect(kept).toEqual([true, true]);
});

it('tells no secret from no new secret', () => {
  expect(
    toSsoBody({ ...startValues(stored), publicClient: true, clientSecret: 'left over' }).clientSecret,
  ).toBe(null);
  const open = startValues({ ...stored, maskedSecret: null });
  expect(open.publicClient).toBe(true);
  expect(findSsoProblems(open, { ...stored, maskedSecret: null })).toEqual({});
});

it('names each field that is empty or wrong', () => {
  expect(findSsoProblems(startValues(null), null)).toEqual({
    issuer: 'required',
    clientId: 'required',
    clientSecret: 'required',
    signInName: 'required',
  });
  const values = {
    ...startValues(stored),
    issuer: 'id.example.com',
    signInName: 'Maison Moreau',
    levelClaim: ' ',
    rules: [{ key: 7, value: '', level: 2 }],
  };
  expect(findSsoProblems({ ...values, clientSecret: 'new' }, stored)).toEqual({
    issuer: 'address',
    signInName: 'name',
    levelClaim: 'required',
    'rule-7': 'required',
  });
});

it('takes a sign-in name in any case', () => {
  const values = { ...startValues(stored), signInName: ' Maison-Moreau ' };
  expect(findSsoProblems(values, stored)).toEqual({});
  expect(toSsoBody(values).signInName).toBe('maison-moreau');
});
