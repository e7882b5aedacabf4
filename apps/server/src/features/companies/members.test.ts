import {
  type ApiClient,
  buildAssistant,
  buildKnowledgeBase,
  createApiClient,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
/** Runs a company of its own. */
let owner: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await runCompany();
});

async function runCompany(limits: Record<string, number> = {}): Promise<ApiClient> {
  const person = await server.signUp();
  const { id, company } = (await person.call('GET', '/me')).body;
  await server.query('update memberships set level = 2 where account_id = $1', [id]);
  const columns = { max_users: null, ...limits };
  const [row] = await server.query(
    'insert into packages (id, name, max_users) values (gen_random_uuid(), $1, $2) returning id',
    [`package of ${company.id}`, columns.max_users],
  );
  await server.query('update companies set package_id = $1 where id = $2', [row?.id, company.id]);
  return person;
}

const meOf = async (client: ApiClient) => (await client.call('GET', '/me')).body;
const listMembers = async (client: ApiClient) => (await client.call('GET', '/company/members')).body.items;
const memberOf = async (client: ApiClient, person: ApiClient) => {
  const { email } = await meOf(person);
  return (await listMembers(client)).find((member: { email: string }) => member.email === email);
};
let serial = 0;
const newUser = () => ({ email: `made${++serial}@example.net`, username: `made ${serial}` });

describe('members', () => {
  test('are listed, found, and their level changed', async () => {
    const person = await server.addMember(owner, 'USER');
    const { email } = await meOf(person);
    const found = (await owner.call('GET', `/company/members?search=${email}`)).body;
    expect(found).toMatchObject({ total: 1, items: [{ email, level: 0, active: true }] });
    expect((await person.call('GET', '/company/members')).status).toBe(403);
    const changed = await owner.call('PATCH', `/company/members/${found.items[0].id}`, { level: 2 });
    expect(changed.body.level).toBe(2);
    // At once, in the session that is open.
    expect((await person.call('GET', '/company/members')).status).toBe(200);
  });

  test('a level is one of three, and nothing else can be sent', async () => {
    const member = await memberOf(owner, await server.addMember(owner, 'USER'));
    for (const body of [{ level: 3 }, { level: -1 }, { level: '2' }, { level: 1, is_admin: true }, {}])
      expect((await owner.call('PATCH', `/company/members/${member.id}`, body)).status).toBe(422);
  });

  test('one who runs the company remains, also when two leave at once', async () => {
    const second = await server.addMember(owner, 'COMPANY');
    const [one, two] = [await memberOf(owner, owner), await memberOf(owner, second)];
    const answers = await Promise.all([
      owner.call('PATCH', `/company/members/${one.id}`, { level: 0 }),
      second.call('DELETE', `/company/members/${two.id}`),
    ]);
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(1);
    expect(lost[0]?.body.error.code).toBe('member.last_owner');
  });

  test('who is removed is out at once; what it made stays', async () => {
    const person = await server.addMember(owner, 'ELEVATED_USER');
    const base = await buildKnowledgeBase(person);
    const token = (
      await person.call('POST', '/company/api-tokens', { name: 'mine', scopes: ['knowledge.read'] })
    ).body.token;
    const member = await memberOf(owner, person);
    expect((await owner.call('DELETE', `/company/members/${member.id}`)).status).toBe(204);
    expect((await person.call('GET', '/me')).status).toBe(401);
    expect((await createApiClient(server.url, token).call('GET', '/knowledge-bases')).status).toBe(401);
    expect((await owner.call('GET', `/knowledge-bases/${base.id}`)).status).toBe(200);
    expect((await owner.call('GET', '/company/api-tokens')).body.items).toEqual([]);
    expect((await owner.call('DELETE', `/company/members/${member.id}`)).status).toBe(404);
  });

  test('who is left without any company gets a personal one', async () => {
    const made = await owner.call('POST', '/company/users', newUser());
    const { member, generated_password } = made.body;
    await owner.call('DELETE', `/company/members/${member.id}`);
    const { body } = await server.anonymous.call('POST', '/sessions', {
      login: member.email,
      password: generated_password,
    });
    expect(body.me.company).toMatchObject({ kind: 'personal', name: member.username });
  });

  test('taken out of two companies at once, a person has one all the same', async () => {
    const other = await runCompany();
    const person = await server.addMember(owner, 'USER');
    const me = await meOf(person);
    // Of the other company instead of the own one.
    const { company } = await meOf(other);
    await server.query('update memberships set company_id = $1 where account_id = $2 and company_id <> $3', [
      company.id,
      me.id,
      me.company.id,
    ]);
    const remove = async (from: ApiClient) =>
      from.call('DELETE', `/company/members/${(await memberOf(from, person)).id}`);
    const { removals } = await server.platform.database.acrossCompanies('both are under way', async (tx) => {
      await tx.$client.query('lock table sso_identities in share mode');
      const removals = Promise.all([remove(owner), remove(other)]);
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect
        .poll(async () => (await server.query(waiting)).length, { timeout: 20_000 })
        .toBeGreaterThanOrEqual(2);
      return { removals };
    });
    expect((await removals).map(({ status }) => status)).toEqual([204, 204]);
    const login = { login: me.email, password: 'correct horse battery' };
    const { body } = await server.anonymous.call('POST', '/sessions', login);
    expect(body.me?.companies).toMatchObject([{ kind: 'personal', name: me.username }]);
  });

  test('an administrator who is removed is not shut out, also where nobody registers', async () => {
    const closed = await startTestServer({ LECTERN_SIGN_UP: 'false' });
    try {
      const made = await closed.admin.call('POST', '/admin/companies', {
        name: 'Only one',
        email: 'runs@example.net',
        package_id: (await closed.admin.call('GET', '/admin/packages')).body.items[0].id,
      });
      const companyId = made.body.company.id;
      const people = await Promise.all(
        ['one', 'two'].map((username) =>
          closed.admin.call('POST', '/admin/accounts', {
            email: `${username}@example.net`,
            username,
            company_id: companyId,
            level: 0,
          }),
        ),
      );
      await closed.query("update accounts set must_change_password = false, is_admin = username = 'one'");
      const enter = (login: string, password: string) =>
        closed.anonymous.call('POST', '/sessions', { login, password });
      const { body } = await enter('runs@example.net', made.body.generated_password);
      const company = createApiClient(closed.url, body.token);
      for (const member of await listMembers(company))
        if (member.level === 0) await company.call('DELETE', `/company/members/${member.id}`);
      const statuses = [];
      for (const person of people) {
        const entered = await enter(person.body.account.email, person.body.generated_password);
        statuses.push([entered.status, entered.body.me?.level ?? entered.body.error.code]);
      }
      expect(statuses).toEqual([
        [201, 3],
        [403, 'auth.no_company'],
      ]);
    } finally {
      await closed.close();
    }
  });
});

describe('a user that a company makes', () => {
  test('must change the generated password before anything else works', async () => {
    const user = newUser();
    const { status, body } = await owner.call('POST', '/company/users', { ...user, level: 1 });
    expect(status).toBe(201);
    expect(body.member).toMatchObject({ ...user, level: 1, must_change_password: true });
    const password = body.generated_password;
    const entered = await server.anonymous.call('POST', '/sessions', { login: user.username, password });
    const client = createApiClient(server.url, entered.body.token);
    expect((await meOf(client)).must_change_password).toBe(true);
    for (const [method, path] of [
      ['GET', '/knowledge-bases'],
      ['GET', '/assistants'],
      ['GET', '/me/sessions'],
      ['GET', '/me/company/limits'],
    ] as const)
      expect((await client.call(method, path)).body.error.code, path).toBe('auth.password_change_required');
    const changed = await client.call('PUT', '/me/password', {
      current_password: password,
      new_password: 'my own password',
    });
    expect(changed.status).toBe(200);
    expect((await client.call('GET', '/knowledge-bases')).status).toBe(200);
  });

  test('takes neither a name that is taken nor a level beyond ELEVATED_USER', async () => {
    const user = newUser();
    await owner.call('POST', '/company/users', user);
    const codeOf = async (fields: Record<string, unknown>) =>
      (await owner.call('POST', '/company/users', { ...newUser(), ...fields })).body.error?.code;
    expect(await codeOf({ email: user.email.toUpperCase() })).toBe('account.email_taken');
    expect(await codeOf({ username: user.username })).toBe('account.username_taken');
    for (const fields of [{ level: 2 }, { company_id: (await meOf(owner)).company.id }, { is_admin: true }])
      expect(await codeOf(fields)).toBe('request.invalid');
  });

  test('fifty at once for one free place: one', async () => {
    const company = await runCompany({ max_users: 2 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => company.call('POST', '/company/users', newUser())),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.error.code, refused?.body.error.message]).toEqual([
      409,
      'quota.users_reached',
      'user limit (2/2) reached',
    ]);
    expect(await listMembers(company)).toHaveLength(2);
  });
});

describe('assistant rights', () => {
  test('open an assistant to chosen members, its owner and those who run the company', async () => {
    const [maker, chosen, other] = [
      await server.addMember(owner, 'ELEVATED_USER'),
      await server.addMember(owner, 'USER'),
      await server.addMember(owner, 'USER'),
    ];
    const assistant = await buildAssistant(maker);
    const path = `/company/assistant-rights/${assistant.id}`;
    const conversation = (await other.call('POST', `/assistants/${assistant.id}/conversations`, {})).body;
    const { status, body } = await owner.call('PUT', path, {
      audience: 'chosen',
      account_ids: [(await meOf(chosen)).id],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ audience: 'chosen', account_ids: [(await meOf(chosen)).id] });
    for (const person of [maker, chosen, owner]) {
      expect((await person.call('GET', `/assistants/${assistant.id}`)).status).not.toBe(404);
      const { items } = (await person.call('GET', '/assistants')).body;
      expect(items.map(({ id }: { id: string }) => id)).toContain(assistant.id);
    }
    expect((await other.call('GET', '/assistants')).body.items).toEqual([]);
    expect((await other.call('POST', `/assistants/${assistant.id}/conversations`, {})).status).toBe(404);
    // Also in a conversation begun before.
    const asked = await other.call('POST', `/conversations/${conversation.id}/messages`, {
      content: 'Hello?',
    });
    expect(asked.status).toBe(404);
    expect((await owner.call('PUT', path, { audience: 'everyone' })).status).toBe(200);
    expect((await other.call('GET', '/assistants')).body.items).toHaveLength(1);
  });

  test('are for members of the company alone', async () => {
    const assistant = await buildAssistant(owner);
    const stranger = await server.signUp();
    const path = `/company/assistant-rights/${assistant.id}`;
    const given = await owner.call('PUT', path, {
      audience: 'chosen',
      account_ids: [(await meOf(stranger)).id],
    });
    expect(given.body.error.code).toBe('member.not_found');
    expect((await (await runCompany()).call('PUT', path, { audience: 'everyone' })).status).toBe(404);
  });
});

test('codes at sign-in are not asked of an administrator who alone could read them', async () => {
  const ask = async (client: ApiClient) => {
    const { status, body } = await client.call('PATCH', '/company', { require_two_factor: true });
    return `${status} ${body.error?.code ?? ''}`;
  };
  expect(await ask(server.admin)).toBe('409 auth.codes_unreadable');
  await server.addMember(owner, 'ADMIN');
  expect(await ask(owner)).toBe('409 auth.codes_unreadable');
  // Others are told their codes from the outbox.
  expect(await ask(await runCompany())).toBe('200 ');
  const own = await server.admin.call('POST', '/me/two-factor', {
    enabled: true,
    current_password: 'correct horse battery',
  });
  expect(own.body.error.code).toBe('auth.codes_unreadable');
});

test('a company is renamed by those who run it; names of real companies are unique', async () => {
  const renamed = await owner.call('PATCH', '/company', { name: 'Ville de Test' });
  expect(renamed.body).toMatchObject({ name: 'Ville de Test', package: { max_users: null } });
  for (const body of [{ package_id: 'x' }, { kind: 'company' }, { enabled: true }, { name: '' }])
    expect((await owner.call('PATCH', '/company', body)).status).toBe(422);
});
