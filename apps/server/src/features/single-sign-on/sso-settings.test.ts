import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ApiClient,
  buildSsoCompany,
  type OidcProvider,
  openCallback,
  signInBySso,
  startOidcProvider,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let provider: OidcProvider;
let other: OidcProvider;
let server: TestServer;
let owner: ApiClient;
const lines: string[] = [];

beforeAll(async () => {
  provider = await startOidcProvider({ claimsIn: 'id_token' });
  other = await startOidcProvider();
  const keep = (fields: unknown, error?: unknown) =>
    lines.push(JSON.stringify(fields), error instanceof Error ? String(error.stack) : '');
  server = await startTestServer(
    { LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `${provider.host},${other.host}` },
    { debug: keep, info: keep, warn: keep, error: keep },
  );
});
afterAll(async () => {
  await server?.close();
  await provider?.close();
  await other?.close();
});
let serial = 0;
beforeEach(async () => {
  owner = await server.addMember(await server.signUp(), 'COMPANY');
  serial++;
});
afterEach(() => provider.misbehave());

const settings = () => ({ sign_in_name: `name-${serial}`, issuer: provider.issuer, client_id: 'a client' });
const save = (changes: Record<string, unknown> = {}) =>
  owner.call('PUT', '/company/sso', { ...settings(), ...changes });
const secret = 'a secret of the client 4711';

describe('the settings of a company', () => {
  test('are none at first, but for the address to enter at the provider', async () => {
    const { id } = (await owner.call('GET', '/me')).body.company;
    expect((await owner.call('GET', '/company/sso')).body).toEqual({
      sso: null,
      redirect_url: `${server.platform.publicUrl()}/api/v1/sso/callback/${id}`,
    });
  });

  test('are kept as they were read from the provider', async () => {
    const wanted = {
      client_secret: secret,
      scopes: ['openid', 'email', 'groups'],
      level_claim: 'groups',
      levels: [{ value: 'heads', level: 2 }],
      default_level: null,
    };
    const { status, body } = await save({
      ...wanted,
      sign_in_name: ` NAME-${serial}`,
      issuer: `${provider.issuer}/.well-known/openid-configuration`,
    });
    expect(status).toBe(200);
    const { client_secret: _, ...shown } = wanted;
    expect(body).toMatchObject({ ...settings(), ...shown, enabled: true, masked_secret: '••••4711' });
    expect((await owner.call('GET', '/company/sso')).body.sso).toEqual(body);
    expect((await save({ enabled: false })).body).toMatchObject({ enabled: false, level_claim: null });
  });

  test('go, and are gone', async () => {
    await save();
    expect((await owner.call('DELETE', '/company/sso')).status).toBe(204);
    expect((await owner.call('GET', '/company/sso')).body.sso).toBeNull();
    expect((await owner.call('DELETE', '/company/sso')).body.error.code).toBe('sso.not_found');
  });

  test('bear a name that no other company has', async () => {
    await save();
    owner = await server.addMember(await server.signUp(), 'COMPANY');
    const taken = await save();
    expect([taken.status, taken.body.error.code]).toEqual([409, 'sso.name_taken']);
    for (const sign_in_name of ['a', '-a', 'a b', 'a_b', 'é', 'x'.repeat(41), '../x'])
      expect((await save({ sign_in_name })).body.error.code, sign_in_name).toBe('request.invalid');
  });

  test('name no level that is not a company’s to give', async () => {
    for (const levels of [[{ value: 'a', level: 3 }], [{ value: 'a', level: -1 }], [{ value: '', level: 1 }]])
      expect((await save({ levels })).status).toBe(422);
    expect((await save({ default_level: 3 })).status).toBe(422);
    expect((await save({ company_id: 'x' })).status).toBe(422);
  });

  test("are not another company's", async () => {
    await save();
    const stranger = await server.addMember(await server.signUp(), 'COMPANY');
    expect((await stranger.call('GET', '/company/sso')).body.sso).toBeNull();
    expect((await stranger.call('DELETE', '/company/sso')).status).toBe(404);
    expect((await owner.call('GET', '/company/sso')).body.sso).not.toBeNull();
  });
});

describe('the secret', () => {
  const masked = async () => (await owner.call('GET', '/company/sso')).body.sso.masked_secret;

  test('stays while the issuer is the same, and never goes to another', async () => {
    await save({ client_secret: secret });
    await save({ scopes: ['openid'] });
    expect(await masked()).toBe('••••4711');
    await save({ issuer: other.issuer });
    expect(await masked()).toBeNull();
    await save();
    expect(await masked()).toBeNull();
    await save({ client_secret: 'too short' });
    expect(await masked()).toBe('••••');
    await save({ client_secret: null });
    expect(await masked()).toBeNull();
  });

  test('of a row does not open in another company, or for another issuer', async () => {
    const company = await buildSsoCompany(server, provider);
    const thief = await buildSsoCompany(server, provider);
    await server.query(
      `update sso_providers set sealed_secret = (select sealed_secret from sso_providers where company_id = $1)
       where company_id = $2`,
      [company.id, thief.id],
    );
    provider.setPerson('thief', { email: 'thief@example.com' });
    await expect(signInBySso(server, provider, thief.signInName, { login: 'thief' })).rejects.toThrow(
      'sso.failed',
    );
    provider.setPerson('honest', { email: 'honest@example.com' });
    expect((await signInBySso(server, provider, company.signInName, { login: 'honest' })).status).toBe(201);
  });

  test('is in no answer, log or audit, and sealed in the database; nor is anything else of a sign-in', async () => {
    const company = await buildSsoCompany(server, provider);
    const hidden = company.settings.client_secret as string;
    const answers = [
      await company.owner.call('GET', '/company/sso'),
      await company.owner.call('PUT', '/company/sso', { ...company.settings, client_id: 'x' }),
      await company.owner.call('PUT', '/company/sso', company.settings),
      await company.owner.call('PUT', '/company/sso', { ...company.settings, issuer: 'http://10.0.0.1' }),
    ];
    const begun = await server.anonymous.call('POST', '/sso/begin', { sign_in_name: company.signInName });
    provider.setPerson('cleo', { email: 'cleo@example.com' });
    const back = await provider.walk(begun.body.url, { login: 'cleo' });
    const { ticket } = await openCallback(back);
    await openCallback(back);
    const { verifier } = begun.body;
    const ended = await server.anonymous.call('POST', '/sso/sessions', { ticket, verifier });
    expect(ended.status).toBe(201);
    const query = new URL(back).searchParams;
    const audit = JSON.stringify(await server.query('select * from audit_log'));
    expect(audit).toContain('updateCompanySso');
    const rows = JSON.stringify(await server.query('select * from sso_providers'));
    const log = lines.join('\n');
    for (const text of [JSON.stringify([...answers, begun]), audit, rows, log])
      expect(text).not.toContain(hidden);
    for (const text of [query.get('code'), query.get('state'), ticket, verifier, ended.body.token])
      expect(log).not.toContain(text);
  });
});

describe('a provider that cannot be', () => {
  test.each([
    'http://provider.example',
    'http://127.0.0.1:1',
    'https://127.0.0.1',
    'https://localhost',
    'https://10.1.2.3',
    'https://169.254.169.254',
    'https://[::1]',
    'https://provider.example:5432',
    'https://user:password@provider.example',
  ])('%s is refused by its address', async (issuer) => {
    const { status, body } = await save({ issuer });
    expect([status, body.error.code]).toEqual([422, 'sso.issuer_refused']);
    expect(body.error.details.host).toBe(new URL(issuer).host);
    expect((await owner.call('GET', '/company/sso')).body.sso).toBeNull();
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'no address'])('%s is none', async (issuer) => {
    expect((await save({ issuer })).body.error.code).toBe('request.invalid');
  });

  test.each([
    ['another issuer', { issuer: 'https://elsewhere.example' }],
    ['an issuer of many tenants', { issuer: 'https://login.example/{tenantid}/v2.0' }],
    ['no issuer', { issuer: undefined }],
    ['no page to sign in at', { authorization_endpoint: undefined }],
    ['a script for a page', { authorization_endpoint: 'javascript:alert(1)' }],
    ['a page without encryption', { authorization_endpoint: 'http://provider.example/auth' }],
    ['no place for tokens', { token_endpoint: undefined }],
    ['no keys', { jwks_uri: undefined }],
  ])('a document with %s is refused', async (_, discovery) => {
    provider.misbehave({ discovery });
    const { status, body } = await save();
    expect([status, body.error.code]).toEqual([422, 'sso.discovery_failed']);
    expect(body.error.details.detail).not.toBe('unknown');
  });

  test.each([404, 500, 302])('a document that answers %i is refused', async (status) => {
    provider.misbehave({ failing: { path: '/.well-known/openid-configuration', status } });
    expect((await save()).body.error.code).toBe('sso.discovery_failed');
  });

  test('nor one that is no provider at all, or sends too much', async () => {
    const strange = createServer((request, response) => {
      if (request.url?.startsWith('/large')) response.end(`{"a":"${'x'.repeat(3_000_000)}"}`);
      else response.end('<html>welcome</html>');
    });
    await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(strange.address() as AddressInfo).port}`;
    const second = await startTestServer({ LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: host });
    try {
      const client = await second.addMember(await second.signUp(), 'COMPANY');
      for (const [path, detail] of [
        ['', 'content-type'],
        ['/large', 'more than 1048576 bytes'],
      ]) {
        const sent = { ...settings(), issuer: `http://${host}${path}` };
        const { error } = (await client.call('PUT', '/company/sso', sent)).body;
        expect(error.code).toBe('sso.discovery_failed');
        expect(error.details.detail).toContain(detail);
      }
    } finally {
      await second.close();
      strange.close();
    }
  });
});
