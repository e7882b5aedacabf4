import { describe, expect, test } from 'vitest';
import { findLevel, readGroups, readSsoClaims } from './sso-claims.ts';

const issuer = 'https://provider.example';

describe('groups', () => {
  test.each([
    [{ groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    [{ role: 'a' }, 'role', ['a']],
    [{ level: 2, admin: true }, 'level', ['2']],
    [{ admin: true }, 'admin', ['true']],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ 'https://x.example/roles': ['a'] }, 'https://x.example/roles', ['a']],
    [{ access: { 'my.app': { roles: ['a'] } } }, 'access.my.app.roles', ['a']],
    [{ groups: [{ name: 'a' }, null, ['b'], 'c'] }, 'groups', ['c']],
    [{ groups: { a: true } }, 'groups', []],
    [{}, 'groups', []],
    [{}, 'constructor.name', []],
    [{ groups: 'abc' }, 'groups.length', []],
    [{ groups: ['a'] }, null, []],
  ])('%j at %s', (claims, path, groups) => {
    expect(readGroups(claims, path)).toEqual(groups);
  });

  test('are bounded, and hold nothing that a database cannot', () => {
    expect(readGroups({ groups: Array.from({ length: 5_000 }, String) }, 'groups')).toHaveLength(1_000);
    expect(readGroups({ groups: ['a\u0000b\ud800'] }, 'groups')).toEqual(['ab\ufffd']);
  });
});

describe('levels', () => {
  const rules = {
    levelClaim: 'groups',
    levels: [
      { value: 'heads', level: 2 },
      { value: 'writers', level: 1 },
    ],
    defaultLevel: 0,
  };
  test.each([
    [['writers', 'heads'], 2],
    [['writers'], 1],
    [['Writers'], 0],
    [[], 0],
  ])('of %j', (groups, level) => {
    expect(findLevel(rules, groups)).toBe(level);
    expect(findLevel({ ...rules, defaultLevel: null }, groups)).toBe(level === 0 ? null : level);
  });

  test("are not the provider's business without a claim", () => {
    expect(findLevel({ ...rules, levelClaim: null }, ['heads'])).toBeUndefined();
  });
});

describe('a person', () => {
  const read = (identity: Record<string, unknown>, userinfo = {}) =>
    readSsoClaims(issuer, { sub: 'a', ...identity }, userinfo, null);

  test.each(['', 'a\u0000', 'x'.repeat(256), 7, undefined])('is nobody by the subject %j', (sub) => {
    expect(read({ sub })).toBeUndefined();
  });

  test('has an address with the flag that stands beside it', () => {
    expect(read({ email: 'A@Example.com' }, { email: 'b@example.com', email_verified: true })).toMatchObject({
      email: 'a@example.com',
      emailVerified: null,
    });
    expect(read({ email_verified: true }, { email: 'b@example.com' })).toMatchObject({
      email: 'b@example.com',
      emailVerified: null,
    });
    expect(read({ email: 'a@example.com', email_verified: 'false' })?.emailVerified).toBe(false);
    expect(read({ email: 'not an address' })?.email).toBeNull();
  });

  test('is called by the best name there is', () => {
    const email = 'cleo@example.com';
    expect(read({ name: ' ', email }, { name: 'Cleo\u0000 Smith' })?.names).toEqual(['Cleo Smith', 'cleo']);
    expect(read({ preferred_username: 'x'.repeat(65), name: 7, email })?.names).toEqual(['cleo']);
  });
});
