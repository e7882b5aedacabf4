import { type ApiClient, createApiClient, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let admin: ApiClient;
let gold: { id: string; name: string };
let ownCompanyId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = server.admin;
  gold = (await admin.call('POST', '/admin/packages', { name: 'Gold', max_users: 3, max_kbs: 2 })).body;
  ownCompanyId = (await admin.call('GET', '/me')).body.company.id;
});
afterAll(() => server.close());

let serial = 0;
async function buildCompany(fields: Record<string, unknown> = {}) {
  serial++;
  const answer = await admin.call('POST', '/admin/companies', {
    name: `Company ${serial}`,
    package_id: gold.id,
    email: `owner${serial}@example.net`,
    ...fields,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as {
    company: Record<string, never> & { id: string; name: string };
    generated_password: string;
  };
}

async function signIn(login: string, password: string) {
  const { status, body } = await server.anonymous.call('POST', '/sessions', { login, password });
  return { status, body, client: createApiClient(server.url, body.token) };
}

const pathOf = ({ id }: { id: string }, action = '') => `/admin/companies/${id}${action}`;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error?.code ?? status;
const disable = (company: { id: string }) => admin.call('POST', pathOf(company, '/disable'));

describe('making one', () => {
  test('with a new account: a password that is shown once, mailed, and must be changed', async () => {
    const { company, generated_password } = await buildCompany({
      name: 'Ferme & Fils',
      email: 'Ada@Example.NET',
      language: 'fr',
    });
    expect(company).toMatchObject({
      name: 'Ferme & Fils',
      kind: 'company',
      enabled: true,
      package: { id: gold.id, name: 'Gold' },
      owner_email: 'ada@example.net',
      users: 1,
      storage_bytes: 0,
      requests_this_month: 0,
    });
    const [mail] = await server.query(
      'select kind, language, text from mails where "to" = \'ada@example.net\'',
    );
    expect(mail).toMatchObject({ kind: 'new_account', language: 'fr' });
    expect(mail?.text).toContain(generated_password);
    expect(mail?.text).toContain('Ferme & Fils');
    const { body, client } = await signIn('ada', generated_password);
    expect(body.me).toMatchObject({ level: 2, must_change_password: true, company: { id: company.id } });
    expect(body.me.companies).toHaveLength(1);
    expect(codeOf(await client.call('GET', '/knowledge-bases'))).toBe('auth.password_change_required');
  });

  test('with an account that is there: it becomes a member that runs the company, and gets no password', async () => {
    const person = await server.signUp();
    const { email } = (await person.call('GET', '/me')).body;
    const { company, generated_password } = await buildCompany({ email: email.toUpperCase() });
    expect(generated_password).toBeNull();
    const { companies, company: active } = (await person.call('GET', '/me')).body;
    expect(active.id).not.toBe(company.id);
    expect(companies.find(({ id }: { id: string }) => id === company.id)).toMatchObject({ level: 2 });
  });

  test.each([
    ['a name that is taken', { name: 'COMPANY TAKEN' }, 'company.name_taken'],
    ['an unknown package', { package_id: crypto.randomUUID() }, 'package.not_found'],
    ['a username that is taken', { username: 'admin' }, 'account.username_taken'],
    ['no e-mail', { email: 'nobody' }, 'request.invalid'],
    ['an empty name', { name: ' ' }, 'request.invalid'],
    ['a field that is the server’s', { kind: 'personal' }, 'request.invalid'],
    ['a level', { level: 3 }, 'request.invalid'],
  ])('not with %s, and nothing is left of it', async (_, fields, code) => {
    await admin.call('POST', '/admin/companies', {
      name: 'Company taken',
      package_id: gold.id,
      email: 'taken@example.net',
    });
    const email = `left${++serial}@example.net`;
    const answer = await admin.call('POST', '/admin/companies', {
      name: `Left ${serial}`,
      package_id: gold.id,
      email,
      ...fields,
    });
    expect(codeOf(answer)).toBe(code);
    expect(await server.query('select 1 from accounts where email = $1', [email])).toEqual([]);
    expect(await server.query('select 1 from mails where "to" = $1', [email])).toEqual([]);
    expect(await server.query('select 1 from companies where name = $1', [`Left ${serial}`])).toEqual([]);
  });

  test('not on a package that is disabled, nor on one without a place for anybody', async () => {
    const make = async (limits: Record<string, unknown>) =>
      (await admin.call('POST', '/admin/packages', { name: `Package ${++serial}`, ...limits })).body;
    const [off, empty] = [await make({}), await make({ max_users: 0 })];
    await admin.call('POST', `/admin/packages/${off.id}/disable`);
    const attempt = (package_id: string) =>
      admin.call('POST', '/admin/companies', {
        name: `n ${++serial}`,
        package_id,
        email: `n${serial}@example.net`,
      });
    expect(codeOf(await attempt(off.id))).toBe('package.must_be_enabled');
    expect(codeOf(await attempt(empty.id))).toBe('quota.users_reached');
  });

  test('of fifty that make one name at once, one does, and one account comes of it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        admin.call('POST', '/admin/companies', {
          name: 'Rush',
          package_id: gold.id,
          email: `rush${n}@example.net`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'company.name_taken')).toHaveLength(49);
    expect(await server.query("select 1 from accounts where email like 'rush%'")).toHaveLength(1);
  });
});

describe('the list', () => {
  test('finds by name and by the e-mail of who runs it, wildcards taken literally', async () => {
    const { company } = await buildCompany({ name: 'Needle 50%_off', email: 'haystack@example.net' });
    for (const search of ['needle', '50%25_', 'HAYSTACK@'])
      expect((await admin.call('GET', `/admin/companies?search=${search}`)).body).toMatchObject({
        items: [{ id: company.id }],
        total: 1,
      });
    expect((await admin.call('GET', '/admin/companies?search=%25%25')).body.total).toBe(0);
  });

  test('filters by kind, state and package', async () => {
    const { company } = await buildCompany();
    await disable(company);
    const { body } = await admin.call(
      'GET',
      `/admin/companies?kind=company&enabled=false&package_id=${gold.id}&page_size=200`,
    );
    expect(body.items.map(({ id }: { id: string }) => id)).toContain(company.id);
    for (const item of body.items)
      expect(item).toMatchObject({ kind: 'company', enabled: false, package: { id: gold.id } });
    const personal = (await admin.call('GET', '/admin/companies?kind=personal')).body.items;
    expect(personal.some(({ id }: { id: string }) => id === ownCompanyId)).toBe(true);
    const unknown = await admin.call('GET', `/admin/companies?package_id=${crypto.randomUUID()}`);
    expect(unknown.body).toEqual({ items: [], total: 0 });
  });

  test('sorts by what a company uses, and pages without loss', async () => {
    const made = [];
    for (const [n, use] of [2, 0, 1].entries()) {
      const { company } = await buildCompany({ name: `Sorted ${n}` });
      made.push(company.id);
      const [owner] = await server.query('select account_id from memberships where company_id = $1', [
        company.id,
      ]);
      for (let user = 0; user < use; user++)
        await server.query(
          `with person as (insert into accounts (id, email, username, password_hash)
             values (gen_random_uuid(), $2, $2, '') returning id)
           insert into memberships (id, company_id, account_id, level) select gen_random_uuid(), $1, id, 1 from person`,
          [company.id, `sorted${n}${user}@example.net`],
        );
      await server.query(
        `insert into files (id, company_id, owner_id, name, object_key, sha256, size_bytes, deleted_at)
         values (gen_random_uuid(), $1, $2, 'f', 'k', '', $3, null), (gen_random_uuid(), $1, $2, 'f', 'k', '', 9999, now())`,
        [company.id, owner?.account_id, use * 10],
      );
      await server.query(
        `insert into request_counters (company_id, month, requests)
         select $1, (date_trunc('month', now() at time zone 'utc') + make_interval(months => ago))::date, n
         from (values (0, $2::int), (-1, 1000)) as given(ago, n)`,
        [company.id, use * 100],
      );
    }
    const [two, none, one] = made;
    for (const sort of ['users', 'storage', 'requests'])
      for (const [order, wanted] of [
        ['asc', [none, one, two]],
        ['desc', [two, one, none]],
      ] as const) {
        const ids = [];
        for (const page of [1, 2, 3]) {
          const query = `search=sorted&sort=${sort}&order=${order}&page_size=1&page=${page}`;
          const { body } = await admin.call('GET', `/admin/companies?${query}`);
          expect(body.total).toBe(3);
          ids.push(body.items[0].id);
        }
        expect(ids, `${sort} ${order}`).toEqual(wanted);
      }
    const { items } = (await admin.call('GET', '/admin/companies?search=sorted&sort=name')).body;
    expect(items[0]).toMatchObject({ users: 3, storage_bytes: 20, requests_this_month: 200 });
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Sorted 0', 'Sorted 1', 'Sorted 2']);
  });
});

test('the details: every limit with its use, and the people', async () => {
  const { company } = await buildCompany({ email: 'boss@example.net', username: 'the boss' });
  const { status, body } = await admin.call('GET', pathOf(company));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...company,
    members: [{ email: 'boss@example.net', username: 'the boss', level: 2 }],
  });
  expect(body.limits).toContainEqual({ quota: 'users', used: 1, max: 3 });
  expect(body.limits).toContainEqual({ quota: 'knowledgeBases', used: 0, max: 2 });
  expect(body.limits).toContainEqual({ quota: 'storage', used: 0, max: null });
});

describe('changing one', () => {
  test('a new name and another package, with its limits at once', async () => {
    const { company } = await buildCompany();
    const silver = (await admin.call('POST', '/admin/packages', { name: 'Silver', max_users: 1 })).body;
    const { body } = await admin.call('PATCH', pathOf(company), {
      name: 'Another name',
      package_id: silver.id,
    });
    expect(body).toEqual({ ...company, name: 'Another name', package: { id: silver.id, name: 'Silver' } });
    const { limits } = (await admin.call('GET', pathOf(company))).body;
    expect(limits).toContainEqual({ quota: 'users', used: 1, max: 1 });
    // The package goes; who has it may keep it, and be renamed.
    await admin.call('POST', `/admin/packages/${silver.id}/disable`);
    const kept = await admin.call('PATCH', pathOf(company), { name: 'Third', package_id: silver.id });
    expect(kept.status).toBe(200);
    await admin.call('PATCH', pathOf(company), { package_id: gold.id });
    expect(codeOf(await admin.call('PATCH', pathOf(company), { package_id: silver.id }))).toBe(
      'package.must_be_enabled',
    );
  });

  test('not to a name that is taken, nor to a package that is not there', async () => {
    const [{ company: one }, { company: two }] = [await buildCompany(), await buildCompany()];
    const taken = await admin.call('PATCH', pathOf(one), { name: two.name.toUpperCase() });
    expect(codeOf(taken)).toBe('company.name_taken');
    expect((await admin.call('PATCH', pathOf(one), { name: one.name.toUpperCase() })).status).toBe(200);
    expect(codeOf(await admin.call('PATCH', pathOf(one), { package_id: crypto.randomUUID() }))).toBe(
      'package.not_found',
    );
    for (const body of [{ kind: 'personal' }, { enabled: false }, { id: two.id }, { name: '' }])
      expect(codeOf(await admin.call('PATCH', pathOf(one), body))).toBe('request.invalid');
  });

  test('of many that take one name at once, one gets it', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => buildCompany()));
    const answers = await Promise.all(
      made.map(({ company }) => admin.call('PATCH', pathOf(company), { name: 'One name' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'company.name_taken')).toHaveLength(9);
  });
});

describe('disabling one', () => {
  test('ends its sessions, keeps everybody out, and nothing of it changes until it is enabled', async () => {
    const person = await server.signUp();
    const { email, company: personal } = (await person.call('GET', '/me')).body;
    const { company } = await buildCompany({ email });
    await person.call('PUT', '/me/company', { company_id: company.id });
    expect((await disable(company)).body.enabled).toBe(false);
    expect(codeOf(await person.call('GET', '/me'))).toBe('auth.session_expired');
    expect((await disable(company)).status).toBe(200);
    const again = await signIn(email, 'correct horse battery');
    expect(again.body.me.company.id).toBe(personal.id);
    expect(codeOf(await again.client.call('PUT', '/me/company', { company_id: company.id }))).toBe(
      'auth.company_disabled',
    );
    expect(codeOf(await admin.call('PATCH', pathOf(company), { name: 'x' }))).toBe('company.must_be_enabled');
    expect((await admin.call('POST', pathOf(company, '/enable'))).body.enabled).toBe(true);
    expect((await again.client.call('PUT', '/me/company', { company_id: company.id })).status).toBe(200);
  });

  test('never the one in which the administrator acts', async () => {
    const own = { id: ownCompanyId };
    expect(codeOf(await disable(own))).toBe('company.own');
    expect(codeOf(await admin.call('DELETE', pathOf(own), { name: 'admin' }))).toBe('company.own');
    expect((await admin.call('GET', '/me')).status).toBe(200);
  });

  test('two administrators who disable each other’s at once: one can still sign in', async () => {
    const two = await Promise.all(
      ['first', 'second'].map(async (name) => {
        const client = await server.signUp(name);
        await server.query('update accounts set is_admin = true where username = $1', [name]);
        return { client, me: (await client.call('GET', '/me')).body };
      }),
    );
    const [first, second] = two as [(typeof two)[0], (typeof two)[0]];
    const answers = await Promise.all([
      first.client.call('POST', pathOf(second.me.company, '/disable')),
      second.client.call('POST', pathOf(first.me.company, '/disable')),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const entered = await Promise.all(two.map(({ me }) => signIn(me.email, 'correct horse battery')));
    expect(entered.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

test('a personal company has its person as owner, and counts open invitations as its limit does', async () => {
  const person = await server.signUp('solo person');
  const { email, company } = (await person.call('GET', '/me')).body;
  await server.query(
    `insert into invitations (id, company_id, email, level, invited_by, token_hash, expires_at)
     select gen_random_uuid(), $1, 'guest@example.net', 0, account_id, 'x', now() + interval '1 day'
     from memberships where company_id = $1`,
    [company.id],
  );
  const { items } = (await admin.call('GET', '/admin/companies?search=solo')).body;
  expect(items).toMatchObject([{ id: company.id, owner_email: email, users: 2 }]);
});

test('the overview counts the platform, and names the companies that are nearly at a limit', async () => {
  const before = (await admin.call('GET', '/admin/overview')).body;
  const { body: tiny } = await admin.call('POST', '/admin/packages', {
    name: 'Tiny',
    max_users: 1,
    max_kbs: 0,
  });
  const { company } = await buildCompany({ package_id: tiny.id });
  const { company: disabled } = await buildCompany({ package_id: tiny.id });
  await disable(disabled);
  const { body } = await admin.call('GET', '/admin/overview');
  expect([body.companies.total, body.companies.disabled, body.accounts]).toEqual([
    before.companies.total + 2,
    before.companies.disabled + 1,
    before.accounts + 2,
  ]);
  // A limit of 0 says that something is not included, and a disabled company uses nothing up.
  expect(body.limits.filter(({ max }: { max: number }) => max === 1)).toEqual([
    { company_id: company.id, company_name: company.name, quota: 'users', used: 1, max: 1 },
  ]);
});

test('what is done is in the audit log, under the name of the company', async () => {
  const { company } = await buildCompany();
  await disable(company);
  await admin.call('DELETE', pathOf(company), { name: 'wrong' });
  const rows = await server.query(
    'select action, subject, status, error_code from audit_log where company_id = $1 order by at, id',
    [company.id],
  );
  expect(rows).toEqual([
    { action: 'createCompany', subject: company.name, status: 201, error_code: null },
    { action: 'disableCompany', subject: company.name, status: 200, error_code: null },
    { action: 'deleteCompany', subject: company.name, status: 422, error_code: 'company.name_mismatch' },
  ]);
});

test('nobody below the administrator comes near, and unknown ids are not there', async () => {
  const { company } = await buildCompany();
  const owner = await server.addMember(await server.signUp(), 'COMPANY');
  const calls: [string, string, unknown?][] = [
    ['GET', '/admin/companies'],
    ['POST', '/admin/companies', { name: 'mine', package_id: gold.id, email: 'mine@example.net' }],
    ['GET', pathOf(company)],
    ['PATCH', pathOf(company), { name: 'mine' }],
    ['POST', pathOf(company, '/enable')],
    ['POST', pathOf(company, '/disable')],
    ['DELETE', pathOf(company), { name: company.name }],
  ];
  for (const [method, path, body] of calls) {
    expect(codeOf(await owner.call(method, path, body))).toBe('auth.level_too_low');
    expect(codeOf(await server.anonymous.call(method, path, body))).toBe('auth.required');
    if (!path.includes(company.id)) continue;
    const unknown = path.replace(company.id, crypto.randomUUID());
    expect(codeOf(await admin.call(method, unknown, body))).toBe('company.not_found');
    expect(codeOf(await admin.call(method, path.replace(company.id, 'x'), body))).toBe('route.not_found');
  }
});
