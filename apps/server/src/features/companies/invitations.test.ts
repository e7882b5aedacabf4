import {
  type ApiClient,
  createApiClient,
  readOutbox,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const password = 'correct horse battery';
let server: TestServer;
let owner: ApiClient;
let serial = 0;

beforeAll(async () => {
  server = await startTestServer({ LECTERN_SIGN_UP_LEVEL: 'USER' });
  owner = await runCompany();
});
afterAll(() => server.close());

async function runCompany(): Promise<ApiClient> {
  const person = await server.signUp();
  const { id } = (await person.call('GET', '/me')).body;
  await server.query('update memberships set level = 2 where account_id = $1', [id]);
  return person;
}

const newEmail = () => `invited${++serial}@example.net`;
const invite = (email: string, level = 0, by = owner) =>
  by.call('POST', '/company/invitations', { email, level });
const waiting = async (client: ApiClient) => (await client.call('GET', '/company/invitations')).body.items;

async function tokenFor(email: string): Promise<string> {
  const [mail] = await readOutbox(server, email);
  return /invitation=(lin_[\w-]{43})/.exec(mail?.text ?? '')?.[1] as string;
}

/** With a proven address. */
async function verified(client: ApiClient) {
  const me = (await client.call('GET', '/me')).body;
  await server.query('update accounts set email_verified_at = now() where id = $1', [me.id]);
  return me as { id: string; email: string };
}

test('an invited person without an account registers by the link and is a member', async () => {
  const email = newEmail();
  const { status, body } = await invite(email, 1);
  expect(status).toBe(201);
  expect(body).toMatchObject({ email, level: 1 });
  const token = await tokenFor(email);
  const seen = await server.anonymous.call('GET', `/invitations/${token}`);
  expect(seen.body).toMatchObject({ email, level: 1, has_account: false });
  const other = { email: newEmail(), username: 'somebody else', password, invitation_token: token };
  expect((await server.anonymous.call('POST', '/accounts', other)).body.error.code).toBe(
    'invitation.for_another',
  );
  const joined = await server.anonymous.call('POST', '/accounts', {
    ...other,
    email,
    username: 'invited one',
  });
  expect(joined.body).toMatchObject({
    outcome: 'signed_in',
    me: { email_verified: true, level: 1, company: { id: (await owner.call('GET', '/me')).body.company.id } },
  });
  expect(joined.body.me.companies).toHaveLength(1);
  expect((await server.anonymous.call('GET', `/invitations/${token}`)).status).toBe(404);
});

test('an account agrees, and acts in both companies', async () => {
  const person = await server.signUp();
  const me = await verified(person);
  await invite(me.email, 2);
  const [invitation] = (await person.call('GET', '/me/invitations')).body.items;
  expect(invitation).toMatchObject({ email: me.email, level: 2 });
  const agreed = await person.call('POST', `/me/invitations/${invitation.id}/accept`, {});
  expect(agreed.status).toBe(200);
  const entered = await person.call('PUT', '/me/company', { company_id: agreed.body.company_id });
  expect(entered.body).toMatchObject({ level: 2 });
  expect(entered.body.companies).toHaveLength(2);
  expect((await person.call('POST', `/me/invitations/${invitation.id}/accept`, {})).status).toBe(404);
  expect((await invite(me.email)).body.error.code).toBe('member.exists');
});

test('an account refuses, and the place is free again', async () => {
  const person = await server.signUp();
  const me = await verified(person);
  const { id } = (await invite(me.email)).body;
  expect((await invite(me.email)).body.error.code).toBe('invitation.exists');
  expect((await person.call('POST', `/me/invitations/${id}/refuse`, {})).status).toBe(204);
  expect((await waiting(owner)).map((row: { id: string }) => row.id)).not.toContain(id);
  expect((await person.call('GET', '/me')).body.companies).toHaveLength(1);
});

test('who refuses another company does not tell it to the own one', async () => {
  const person = await server.addMember(owner, 'USER');
  const me = await verified(person);
  const inviter = await runCompany();
  const { id } = (await invite(me.email, 0, inviter)).body;
  await person.call('POST', `/me/invitations/${id}/refuse`, {});
  const refusals = async (client: ApiClient) =>
    (await client.call('GET', '/company/audit-log?action=refuseInvitation&search=person')).body.items;
  expect((await refusals(owner)).filter((row: { account_id: string }) => row.account_id === me.id)).toEqual(
    [],
  );
  expect(await refusals(inviter)).toMatchObject([{ account_id: me.id, status: 204 }]);
});

test('an address is mailed five times, also where it is invited anew each time', async () => {
  const email = newEmail();
  const statuses = [];
  for (let n = 0; n < 6; n++) {
    const { status, body } = await invite(email);
    statuses.push(status);
    if (status === 201) await owner.call('DELETE', `/company/invitations/${body.id}`);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  expect(await readOutbox(server, email)).toHaveLength(5);
  // Of this company: others may invite it.
  expect((await invite(email, 0, await runCompany())).status).toBe(201);
});

test('an address that nobody has proved to read gets nothing without the mailed link', async () => {
  const person = await server.signUp();
  const { email } = (await person.call('GET', '/me')).body;
  const { id } = (await invite(email, 2)).body;
  expect((await person.call('GET', '/me/invitations')).body.items).toEqual([]);
  expect((await person.call('POST', `/me/invitations/${id}/accept`, {})).status).toBe(404);
  const token = await tokenFor(email);
  // The link of one is not the key of another.
  const thief = await server.signUp();
  expect((await thief.call('POST', `/me/invitations/${id}/accept`, { token })).status).toBe(404);
  expect((await person.call('POST', `/me/invitations/${id}/accept`, { token })).status).toBe(200);
  expect((await person.call('GET', '/me')).body.email_verified).toBe(true);
});

test('a new mail ends the old link; withdrawing and the term end any', async () => {
  const email = newEmail();
  const { id } = (await invite(email)).body;
  const first = await tokenFor(email);
  expect((await owner.call('POST', `/company/invitations/${id}/resend`)).status).toBe(200);
  const second = await tokenFor(email);
  expect(second).not.toBe(first);
  const look = async (token: string) => (await server.anonymous.call('GET', `/invitations/${token}`)).status;
  expect([await look(first), await look(second)]).toEqual([404, 200]);
  await server.query("update invitations set expires_at = now() - interval '1 minute' where id = $1", [id]);
  expect(await look(second)).toBe(404);
  expect((await waiting(owner)).some((row: { id: string }) => row.id === id)).toBe(false);
  const third = (await invite(email)).body;
  expect((await owner.call('DELETE', `/company/invitations/${third.id}`)).status).toBe(204);
  expect(await look(await tokenFor(email))).toBe(404);
});

test('fifty invitations at once for one place: one waits, and it counts as a user', async () => {
  const small = await runCompany();
  const { company } = (await small.call('GET', '/me')).body;
  const [row] = await server.query(
    "insert into packages (id, name, max_users) values (gen_random_uuid(), 'two people', 2) returning id",
  );
  await server.query('update companies set package_id = $1 where id = $2', [row?.id, company.id]);
  const answers = await Promise.all(Array.from({ length: 50 }, () => invite(newEmail(), 0, small)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('quota.users_reached');
  const limits = (await small.call('GET', '/me/company/limits')).body.limits;
  expect(limits.find(({ quota }: { quota: string }) => quota === 'users')).toMatchObject({ used: 2, max: 2 });
  const made = await small.call('POST', '/company/users', { email: newEmail(), username: 'one too many' });
  expect(made.body.error.message).toBe('user limit (2/2) reached');
  // The one who agrees takes the place that was kept for it.
  const [invitation] = await waiting(small);
  const joined = await server.anonymous.call('POST', '/accounts', {
    email: invitation.email,
    username: 'the second',
    password,
    invitation_token: await tokenFor(invitation.email),
  });
  expect(joined.status).toBe(201);
});

test('answered twice at once, an invitation makes one member', async () => {
  const person = await server.signUp();
  const me = await verified(person);
  const { id } = (await invite(me.email)).body;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => person.call('POST', `/me/invitations/${id}/accept`, {})),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
  expect((await person.call('GET', '/me')).body.companies).toHaveLength(2);
});

test('people who register by invitation, are made by the company or by the administrator do not lock each other out', async () => {
  const crowded = await runCompany();
  const companyId = (await crowded.call('GET', '/me')).body.company.id;
  const invited = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const email = newEmail();
      await invite(email, 0, crowded);
      return { email, token: await tokenFor(email) };
    }),
  );
  const made = () => ({ email: newEmail(), username: `crowd ${++serial}` });
  const answers = await Promise.all([
    ...invited.map(({ email, token }) =>
      server.anonymous.call('POST', '/accounts', {
        email,
        username: email.replace('@', ' at '),
        password,
        invitation_token: token,
      }),
    ),
    ...Array.from({ length: 8 }, () => crowded.call('POST', '/company/users', made())),
    ...Array.from({ length: 8 }, () =>
      server.admin.call('POST', '/admin/accounts', { ...made(), company_id: companyId }),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(201));
});

test('where registration is off, an invitation still lets its person in', async () => {
  const closed = await startTestServer({ LECTERN_SIGN_UP: 'false' });
  try {
    const { id } = (await closed.admin.call('GET', '/me')).body;
    expect(id).toBeDefined();
    await closed.admin.call('POST', '/company/invitations', { email: 'guest@example.net', level: 0 });
    const [mail] = await readOutbox(closed, 'guest@example.net');
    const token = /invitation=(lin_[\w-]{43})/.exec(mail?.text ?? '')?.[1];
    const account = { email: 'guest@example.net', username: 'guest', password };
    expect((await closed.anonymous.call('POST', '/accounts', account)).body.error.code).toBe(
      'auth.sign_up_disabled',
    );
    const joined = await closed.anonymous.call('POST', '/accounts', { ...account, invitation_token: token });
    expect(joined.status).toBe(201);
    const client = createApiClient(closed.url, joined.body.token);
    expect((await client.call('GET', '/me')).body.companies).toHaveLength(1);
  } finally {
    await closed.close();
  }
});
