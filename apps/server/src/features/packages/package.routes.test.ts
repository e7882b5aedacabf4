import { type ApiClient, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = server.admin;
});
afterAll(() => server.close());

const limits = {
  max_users: 5,
  max_chatbots: null,
  max_kbs: 2,
  max_chatbot_iframes: 0,
  max_storage_gb: 0.5,
  max_requests: 100,
  yearly_max_requests: null,
};

let serial = 0;
async function buildPackage(fields: Record<string, unknown> = {}) {
  const answer = await admin.call('POST', '/admin/packages', { name: `Package ${++serial}`, ...fields });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const pathOf = ({ id }: { id: string }, action = '') => `/admin/packages/${id}${action}`;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error?.code ?? status;
const listDefaults = () => server.query('select name, enabled from packages where is_sign_up_default');

test('a package has its limits, is changed in part, and is found by its name', async () => {
  const made = await buildPackage({ name: 'Étoile 100%', ...limits });
  expect(made).toMatchObject({ ...limits, enabled: true, is_sign_up_default: false, company_count: 0 });
  const { body: changed } = await admin.call('PATCH', pathOf(made), { max_users: null, max_kbs: 7 });
  expect(changed).toEqual({ ...made, max_users: null, max_kbs: 7 });
  const { body: found } = await admin.call('GET', '/admin/packages?search=100%25');
  expect(found).toEqual({ items: [changed], total: 1 });
});

test('lists are paged by name and filtered by state', async () => {
  const [one, two] = [await buildPackage({ name: 'aaa' }), await buildPackage({ name: 'AAB' })];
  await admin.call('POST', pathOf(two, '/disable'));
  const { body } = await admin.call('GET', '/admin/packages?page_size=2');
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([one.id, two.id]);
  const { items } = (await admin.call('GET', '/admin/packages?enabled=false')).body;
  expect(items.every(({ enabled }: { enabled: boolean }) => !enabled)).toBe(true);
  expect(items.some(({ id }: { id: string }) => id === two.id)).toBe(true);
});

test.each([
  [{ name: '' }],
  [{ name: '  ' }],
  [{ name: 'x'.repeat(256) }],
  [{ name: 'a\nb' }],
  [{ name: 'n', max_users: -1 }],
  [{ name: 'n', max_users: 1.5 }],
  [{ name: 'n', max_kbs: 2_147_483_648 }],
  [{ name: 'n', max_storage_gb: -0.1 }],
  [{ name: 'n', max_storage_gb: '10' }],
  [{ name: 'n', enabled: false }],
  [{ name: 'n', is_sign_up_default: true }],
  [{ name: 'n', company_count: 3 }],
  [{}],
])('%j makes no package', async (body) => {
  expect((await admin.call('POST', '/admin/packages', body)).status).toBe(422);
});

test('the default cannot be taken away, only given to another', async () => {
  const made = await buildPackage();
  const body = { is_sign_up_default: false };
  expect((await admin.call('PATCH', pathOf(made), body)).status).toBe(422);
});

test('names are unique whatever their letters, also when one is renamed', async () => {
  const made = await buildPackage({ name: 'Bronze' });
  const other = await buildPackage();
  const again = await admin.call('POST', '/admin/packages', { name: ' bRONZE ' });
  expect(codeOf(again)).toBe('package.name_taken');
  expect(again.body.error.message).toContain('bRONZE');
  expect(codeOf(await admin.call('PATCH', pathOf(other), { name: 'BRONZE' }))).toBe('package.name_taken');
  expect((await admin.call('PATCH', pathOf(made), { name: 'BRONZE' })).body.name).toBe('BRONZE');
});

test('of fifty that make one name at once, one does', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => admin.call('POST', '/admin/packages', { name: 'Rush' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => codeOf(answer) === 'package.name_taken')).toHaveLength(49);
});

test('enabled to be changed, disabled to be deleted', async () => {
  const made = await buildPackage();
  expect(codeOf(await admin.call('DELETE', pathOf(made)))).toBe('package.must_be_disabled');
  expect((await admin.call('POST', pathOf(made, '/disable'))).body.enabled).toBe(false);
  // Twice is once.
  expect((await admin.call('POST', pathOf(made, '/disable'))).status).toBe(200);
  expect(codeOf(await admin.call('PATCH', pathOf(made), { max_kbs: 1 }))).toBe('package.must_be_enabled');
  expect(codeOf(await admin.call('PATCH', pathOf(made), { is_sign_up_default: true }))).toBe(
    'package.must_be_enabled',
  );
  expect((await admin.call('POST', pathOf(made, '/enable'))).body.enabled).toBe(true);
  expect((await admin.call('PATCH', pathOf(made), { max_kbs: 1 })).body.max_kbs).toBe(1);
  await admin.call('POST', pathOf(made, '/disable'));
  expect((await admin.call('DELETE', pathOf(made))).status).toBe(204);
  expect(codeOf(await admin.call('DELETE', pathOf(made)))).toBe('package.not_found');
});

test('a package that companies have is not deleted, and says how many they are', async () => {
  const made = await buildPackage();
  for (const name of ['In use 1', 'In use 2'])
    await admin.call('POST', '/admin/companies', {
      name,
      package_id: made.id,
      email: `${name.replaceAll(' ', '')}@example.net`,
    });
  const { body: disabled } = await admin.call('POST', pathOf(made, '/disable'));
  expect(disabled.company_count).toBe(2);
  const refused = await admin.call('DELETE', pathOf(made));
  expect(refused.status).toBe(409);
  expect(refused.body.error).toMatchObject({ code: 'package.in_use', details: { companies: 2 } });
});

test('a company that is being cleared away keeps no package from being deleted', async () => {
  const made = await buildPackage();
  await server.query(
    `insert into companies (id, name, kind, package_id, enabled, deleted_at)
     values (gen_random_uuid(), 'gone', 'company', $1, false, now())`,
    [made.id],
  );
  expect((await admin.call('POST', pathOf(made, '/disable'))).body.company_count).toBe(0);
  expect((await admin.call('DELETE', pathOf(made))).status).toBe(204);
});

test('the package for sign-ups can neither be disabled nor deleted; another takes its place', async () => {
  const made = await buildPackage({ max_kbs: 3 });
  const [before] = (await admin.call('GET', '/admin/packages?page_size=200')).body.items.filter(
    (item: { is_sign_up_default: boolean }) => item.is_sign_up_default,
  );
  for (const [method, action] of [
    ['POST', '/disable'],
    ['DELETE', ''],
  ] as const)
    expect(codeOf(await admin.call(method, pathOf(before, action)))).toBe('package.is_sign_up_default');
  const { body } = await admin.call('PATCH', pathOf(made), { is_sign_up_default: true });
  expect(body.is_sign_up_default).toBe(true);
  expect(await listDefaults()).toEqual([{ name: made.name, enabled: true }]);
  const { limits: own } = (await (await server.signUp()).call('GET', '/me/company/limits')).body;
  expect(own.find(({ quota }: { quota: string }) => quota === 'knowledgeBases')?.max).toBe(3);
  expect((await admin.call('POST', pathOf(before, '/disable'))).status).toBe(200);
  await admin.call('POST', pathOf(before, '/enable'));
});

test('one package is the default, and it is enabled, whatever happens at once', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => buildPackage()));
  const answers = await Promise.all(
    made.flatMap((item) => [
      admin.call('PATCH', pathOf(item), { is_sign_up_default: true }),
      admin.call('POST', pathOf(item, '/disable')),
      admin.call('DELETE', pathOf(item)),
    ]),
  );
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  const defaults = await listDefaults();
  expect(defaults).toHaveLength(1);
  expect(defaults[0]?.enabled).toBe(true);
});

test('lower limits take nothing away; only what comes next is refused', async () => {
  const made = await buildPackage({ max_kbs: 5 });
  const person = await server.signUp();
  const { company } = (await person.call('GET', '/me')).body;
  await admin.call('PATCH', `/admin/companies/${company.id}`, { package_id: made.id });
  for (const name of ['a', 'b', 'c'])
    expect((await person.call('POST', '/knowledge-bases', { name })).status).toBe(201);
  expect((await admin.call('PATCH', pathOf(made), { max_kbs: 1 })).status).toBe(200);
  expect((await person.call('GET', '/knowledge-bases')).body.total).toBe(3);
  const refused = await person.call('POST', '/knowledge-bases', { name: 'd' });
  expect(refused.body.error).toMatchObject({
    code: 'quota.knowledge_bases_reached',
    details: { used: 3, max: 1 },
  });
});

test('nobody below the administrator comes near packages, and unknown ids are not there', async () => {
  const made = await buildPackage();
  const owner = await server.addMember(await server.signUp(), 'COMPANY');
  const calls: [string, string, unknown?][] = [
    ['GET', '/admin/packages'],
    ['POST', '/admin/packages', { name: 'mine' }],
    ['PATCH', pathOf(made), { max_kbs: null }],
    ['POST', pathOf(made, '/enable')],
    ['POST', pathOf(made, '/disable')],
    ['DELETE', pathOf(made)],
  ];
  for (const [method, path, body] of calls) {
    expect(codeOf(await owner.call(method, path, body))).toBe('auth.level_too_low');
    expect(codeOf(await server.anonymous.call(method, path, body))).toBe('auth.required');
    if (!path.includes(made.id)) continue;
    const unknown = path.replace(made.id, crypto.randomUUID());
    expect(codeOf(await admin.call(method, unknown, body))).toBe('package.not_found');
    expect(codeOf(await admin.call(method, path.replace(made.id, 'x'), body))).toBe('route.not_found');
  }
});
