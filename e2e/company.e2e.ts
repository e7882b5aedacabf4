import {
  createApiClient,
  type FakeProvider,
  type OidcProvider,
  startFakeProvider,
  startOidcProvider,
} from '@lectern/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { createMailbox, type Mailbox } from './support/mailbox.ts';
import { askByApi, askInChat, makePilot } from './support/questions.ts';
import {
  clientOf,
  dialogOf,
  enterCode,
  expectShownOnce,
  openMenu,
  readField,
  replacePassword,
  rowOf,
  signIn,
  signInAtProvider,
  signOut,
} from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/**
 * A company on a small package invites, limits and bills its people: its own model with a price, members, rights,
 * tokens, a second factor and a sign-in of its own. No mail server: codes and links wait in the outbox.
 */
const company = 'Harbour Works';
const answer = 'The harbour opens at six';
const administrator = { login: 'admin@example.org', password: 'correct horse battery' };
const olga = { email: 'olga@harbour.example', password: 'olga has her own' };
const mira = { email: 'mira@harbour.example', password: 'mira has her own' };
const timo = { email: 'timo@harbour.example', password: 'timo has his own' };
const iris = { email: 'iris@harbour.example', subject: 'iris' };

let models: FakeProvider;
let directory: OidcProvider;
let mailbox: Mailbox;
let generated: string;
/** Each person in a browser of their own. */
let owner: Page;
let invited: Page;
let created: Page;

const walk = startWalk('company', async () => {
  // A question costs $0.36: 100,000 tokens read at $2 a million, 20,000 written at $8.
  // The citation is shown a moment before the answer ends, as with any real model.
  models = await startFakeProvider({
    chat: {
      tokens: [answer, ' [1]', '.'],
      tokenDelay: 100,
      usage: { promptTokens: 100_000, completionTokens: 20_000 },
    },
  });
  directory = await startOidcProvider();
  return {
    LECTERN_ADMIN_EMAIL: administrator.login,
    LECTERN_ADMIN_PASSWORD: administrator.password,
    // As an operator says whose people are content with the outbox.
    LECTERN_VERIFY_EMAIL: 'always',
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${models.port},${directory.host}`,
  };
});
const { open, openVisitor, checkOnPhone } = walk;

beforeAll(async () => {
  const { body } = await createApiClient(walk.url).call('POST', '/sessions', administrator);
  const admin = createApiClient(walk.url, body.token);
  mailbox = createMailbox(admin);
  const small = { name: 'Small', max_users: 3, max_requests: 5 };
  const { id } = (await admin.call('POST', '/admin/packages', small)).body;
  const harbour = { name: company, package_id: id, email: olga.email };
  generated = (await admin.call('POST', '/admin/companies', harbour)).body.generated_password;
  owner = await openVisitor();
});
afterAll(async () => {
  await models?.close();
  await directory?.close();
});

test('its owner must replace the generated password before anything else', async () => {
  await signIn(owner, walk.url, olga.email, generated);
  await owner.getByText('Choose a new password').waitFor();
  await checkAccessibility(owner, 'home before the change');
  await owner.goto(`${walk.url}/user-setting/team`);
  await owner.waitForURL(/\/home$/);
  const refused = await (await clientOf(owner, walk.url)).call('GET', '/company/members');
  expect(refused.status).toBe(403);
  expect(refused.body.error.code).toBe('auth.password_change_required');

  await replacePassword(owner, walk.url, generated, olga.password);
  await owner.getByText('1 of 3 users').waitFor();
  await checkAccessibility(owner, 'home');
});

test('adds a model of its own, with a price', async () => {
  await open(owner, 'user-setting/company_models', 'Company models');
  await owner.getByRole('button', { name: 'Add model' }).first().click();
  const dialog = dialogOf(owner, 'Add a model');
  await dialog.getByLabel('Base URL').fill(models.baseUrl);
  await dialog.getByLabel('API key').fill('sk-of-the-harbour');
  await dialog.getByLabel('Model name').fill('pilot-1');
  await dialog.getByLabel('Input price').fill('2');
  await dialog.getByLabel('Output price').fill('8');
  await checkAccessibility(owner, 'new model');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await owner.getByText('The model was added.').waitFor();
  await rowOf(owner, 'pilot-1').getByText('Out 8').waitFor();
  await checkAccessibility(owner, 'company models');
  await expectShownOnce(owner, 'sk-of-the-harbour');
});

test('invites a person, who registers by the link of the mail', async () => {
  await open(owner, 'user-setting/team', 'Team');
  await owner.getByRole('button', { name: 'Invite' }).first().click();
  const dialog = dialogOf(owner, 'Invite to the team');
  await dialog.getByLabel('E-mail').fill(mira.email);
  await checkAccessibility(owner, 'invite');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await rowOf(owner, mira.email).waitFor();
  await owner.getByText('2 of 3 users').waitFor();
  await checkAccessibility(owner, 'team with an invitation');

  const link = /https?:\/\/\S*invitation=[^\s)]+/.exec(await mailbox.read(mira.email, 'invitation'))?.[0];
  invited = await openVisitor(390);
  await invited.goto(link as string);
  await invited.getByRole('heading', { name: `Join ${company}` }).waitFor();
  expect(await invited.getByLabel('E-mail').inputValue()).toBe(mira.email);
  await invited.getByLabel('Username').fill('mira');
  await invited.getByLabel('Password', { exact: true }).fill(mira.password);
  await checkAccessibility(invited, 'invitation on a phone');
  await invited.getByRole('button', { name: 'Create account' }).click();
  await invited.waitForURL(/\/home$/);
  await invited.getByRole('heading', { name: 'Welcome, mira' }).waitFor();
  await checkAccessibility(invited, 'home of a user on a phone');
});

test('creates a user, and is told when every place is taken', async () => {
  await open(owner, 'user-setting/company_createuser', 'Create user');
  await owner.getByLabel('E-mail').fill('t.harbour@harbour.example');
  // What is before the @ is offered as a name, and what is typed takes its place.
  await owner.keyboard.press('Tab');
  expect(await owner.getByLabel('Username').inputValue()).toBe('t.harbour');
  await owner.keyboard.type('timo');
  expect(await owner.getByLabel('Username').inputValue()).toBe('timo');
  await owner.getByLabel('E-mail').fill(timo.email);
  await checkAccessibility(owner, 'create user');
  await owner.getByRole('button', { name: 'Create user' }).click();
  await owner.getByText('timo can sign in now').waitFor();
  const password = await readField(owner, 'Generated password');
  await checkAccessibility(owner, 'user created');

  created = await openVisitor();
  await signIn(created, walk.url, 'timo', password);
  await created.getByText('Choose a new password').waitFor();
  await replacePassword(created, walk.url, password, timo.password);

  await owner.getByRole('button', { name: 'Create another' }).click();
  // Nobody fills in a form that would only be refused.
  await owner.getByText('You have reached a limit of your package').waitFor();
  await owner.getByText(/3 of 3 users\. Remove members/).waitFor();
  await checkOnPhone(owner, 'user limit');
});

test('gives an assistant to chosen members only', async () => {
  await makePilot(await clientOf(owner, walk.url), 'pilot-1');
  await open(owner, 'user-setting/chatbot_rights', 'Assistant rights');
  await rowOf(owner, 'Pilot').getByText('Everyone').waitFor();
  await owner.getByRole('button', { name: 'Change access to Pilot' }).click();
  const dialog = dialogOf(owner, 'Access to “Pilot”');
  await dialog.getByRole('radio', { name: 'Selected members' }).click();
  await dialog.getByRole('checkbox', { name: 'mira' }).check();
  await checkAccessibility(owner, 'assistant rights');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rowOf(owner, 'Pilot').getByText('1 member').waitFor();
  await checkAccessibility(owner, 'assistants and their rights');

  await open(created, 'chat', 'No assistants yet');
  await checkAccessibility(created, 'chat without an assistant');
  await askInChat(invited, walk.url, 'When does the harbour open?', answer);
  await checkAccessibility(invited, 'chat of a user on a phone');
});

test('makes a token, uses it against the API, and revokes it', async () => {
  await open(owner, 'user-setting/company_tokens', 'Usage and API tokens');
  await owner.getByRole('tab', { name: 'API tokens' }).click();
  await owner.getByRole('button', { name: 'Create token' }).first().click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Intranet');
  for (const scope of ['Read assistants', 'Chat'])
    await dialog.getByRole('checkbox', { name: scope, exact: true }).check();
  await checkAccessibility(owner, 'new token');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const token = await readField(dialog, 'Token');
  await checkAccessibility(owner, 'token shown once');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expectShownOnce(owner, token);
  await rowOf(owner, 'Intranet').waitFor();

  const list = () =>
    fetch(`${walk.url}/api/v1/assistants`, { headers: { authorization: `Bearer ${token}` } });
  expect((await list()).status).toBe(200);
  const program = createApiClient(walk.url, token);
  expect((await program.call('GET', '/company/members')).status).toBe(403);
  await askByApi(program);
  await askByApi(program);

  await owner.getByRole('button', { name: 'Revoke Intranet' }).click();
  await dialogOf(owner, 'Revoke “Intranet”?').getByRole('button', { name: 'Revoke' }).click();
  await owner.getByText('Please create API Token first!').waitFor();
  await checkAccessibility(owner, 'no token');
  expect((await list()).status).toBe(401);
});

test('is warned at four of five questions, and told when they are used up', async () => {
  await askInChat(owner, walk.url, 'From when on is the harbour open?', answer);
  await open(owner, 'home', /^Welcome/);
  const notice = owner.getByRole('note').filter({ hasText: 'You are close to a limit' });
  await notice.getByText('4 of 5 questions this month').waitFor();
  await owner.getByText(/3 of 3 users\. Remove members/).waitFor();
  await checkAccessibility(owner, 'home with warnings');
  await checkOnPhone(owner, 'home with warnings');

  await askInChat(invited, walk.url, 'Does the harbour open at six?', answer);
  await invited.getByLabel('Your question').fill('One too many?');
  await invited.keyboard.press('Enter');
  await invited.getByText('message limit of this month (5/5) reached').first().waitFor();
  await checkAccessibility(invited, 'question limit on a phone');
});

test('reads who asked, and what it cost', async () => {
  await open(owner, 'user-setting/company_requests', 'Questions');
  const totals = owner.getByRole('region', { name: 'Totals' });
  await totals.getByText('5', { exact: true }).first().waitFor();
  await owner.getByText('5 of 5 questions this month').waitFor();
  await checkAccessibility(owner, 'questions');
  await checkOnPhone(owner, 'questions');

  await open(owner, 'user-setting/company_tokens', 'Usage and API tokens');
  await totals.getByText('$1.80').waitFor();
  await checkAccessibility(owner, 'tokens');
  await owner.getByText('Model', { exact: true }).first().click();
  const row = rowOf(owner, 'pilot-1');
  await row.getByText('600,000').waitFor();
  await row.getByText('$1.80').waitFor();
  await checkAccessibility(owner, 'tokens by model');
  await checkOnPhone(owner, 'tokens by model');
});

test('sees where she is signed in, and signs out everywhere else', async () => {
  const elsewhere = await openVisitor();
  await signIn(elsewhere, walk.url, olga.email, olga.password);
  // The address is proved at the second sign-in: the first one asks for a new password alone.
  await elsewhere.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor();
  await checkAccessibility(elsewhere, 'confirm the address');
  await enterCode(elsewhere, await mailbox.readCode(olga.email, 'verify_email'));
  await elsewhere.waitForURL(/\/home$/);
  await open(owner, 'user-setting/password', 'Password and security');
  await owner.getByText('This device').waitFor();
  await checkAccessibility(owner, 'sessions');
  await checkOnPhone(owner, 'sessions');
  await owner.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await dialogOf(owner, 'Sign out everywhere else?')
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click();
  await owner.getByText('You are signed in on this device only.').waitFor();
  await elsewhere.goto(`${walk.url}/knowledge`);
  await elsewhere.waitForURL(/\/login/);
  await elsewhere.context().close();
});

test('asks everyone for a mailed code from now on', async () => {
  const elsewhere = await openVisitor(390);
  await signIn(elsewhere, walk.url, olga.email, olga.password);
  await elsewhere.waitForURL(/\/home$/);

  await open(owner, 'user-setting/company', 'Company settings');
  await owner.getByRole('switch', { name: 'Require a code from everyone' }).click();
  const dialog = dialogOf(owner, 'Require a code from everyone?');
  await checkAccessibility(owner, 'ask everyone for a code');
  await dialog.getByRole('button', { name: 'Require a code' }).click();
  await owner.getByText('Two-factor sign-in updated.').waitFor();
  await checkAccessibility(owner, 'company settings');

  // Where no code was entered the session is worth nothing any more.
  await elsewhere.goto(`${walk.url}/chat`);
  await elsewhere
    .getByText('This company requires two-factor sign-in. Please sign in again.')
    .first()
    .waitFor();
  await signIn(elsewhere, walk.url, olga.email, olga.password);
  await elsewhere.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  await checkAccessibility(elsewhere, 'code at sign-in, on a phone');
  await enterCode(elsewhere, '000000');
  await elsewhere.getByText('This code is wrong.').waitFor();
  await enterCode(elsewhere, await mailbox.readCode(olga.email, 'sign_in_code'));
  await elsewhere.waitForURL(/\/home$/);
  await elsewhere.context().close();

  // Her own first session never had a code either.
  await signIn(owner, walk.url, olga.email, olga.password);
  await owner.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  await enterCode(owner, await mailbox.readCode(olga.email, 'sign_in_code'));
  await owner.waitForURL(/\/home$/);
});

test('a forgotten password is replaced by a mailed code', async () => {
  await signOut(created);
  await created.getByRole('button', { name: 'Forgot your password?' }).click();
  await created.getByLabel('E-mail').fill(timo.email);
  await checkAccessibility(created, 'forgotten password');
  await created.getByRole('button', { name: 'Send the code' }).click();
  await created.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await enterCode(created, await mailbox.readCode(timo.email, 'reset_password'));
  timo.password = 'timo has another one';
  await created.getByLabel('New password', { exact: true }).fill(timo.password);
  await created.getByLabel('Confirm the new password').fill(timo.password);
  await checkAccessibility(created, 'new password by code');
  await created.getByRole('button', { name: 'Save the new password' }).click();
  await created.getByText('Your password was modified. Sign in with the new one.').waitFor();

  await signIn(created, walk.url, 'timo', timo.password);
  await created.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  await enterCode(created, await mailbox.readCode(timo.email, 'sign_in_code'));
  await created.waitForURL(/\/home$/);
});

test('connects its own sign-in', async () => {
  await open(owner, 'user-setting/company', 'Company settings');
  await owner.getByRole('button', { name: 'Set up' }).click();
  const client = await directory.addClient(await readField(owner, 'Redirect URL'));
  await owner.getByLabel('Issuer').fill(directory.issuer);
  await owner.getByLabel('Client ID').fill(client.clientId);
  await owner.getByRole('textbox', { name: 'Client secret' }).fill(client.clientSecret as string);
  await owner.getByLabel('Sign-in name').fill('harbour');
  await checkAccessibility(owner, 'single sign-on');
  await checkOnPhone(owner, 'single sign-on');
  await owner.getByRole('button', { name: 'Save and check' }).click();
  await owner.getByText('Single sign-on updated. The provider responded.').waitFor();
  await expectShownOnce(owner, client.clientSecret as string);
});

test('a new person signs in by it once there is a place', async () => {
  directory.setPerson(iris.subject, { email: iris.email, email_verified: true, name: 'Iris' });
  const goToProvider = async (page: Page) => {
    await page.goto(`${walk.url}/login`);
    await page.getByRole('button', { name: 'Sign in with your company' }).click();
    await page.getByLabel('Sign-in name of the company').fill('harbour');
    await checkAccessibility(page, 'sign in with your company');
    await page.getByRole('button', { name: 'Continue' }).click();
    await signInAtProvider(page, directory.issuer, iris.subject);
  };
  const refused = await openVisitor(390);
  await goToProvider(refused);
  await refused.getByText('user limit (3/3) reached').waitFor();
  await checkAccessibility(refused, 'not signed in, on a phone');
  await refused.context().close();

  await open(owner, 'user-setting/team', 'Team');
  await openMenu(owner, 'Actions for timo', 'Remove');
  const dialog = dialogOf(owner, 'Remove timo?');
  await checkAccessibility(owner, 'remove a member');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await owner.getByText('2 of 3 users').waitFor();

  const page = await openVisitor();
  await goToProvider(page);
  await page.waitForURL(/\/home$/);
  await page.getByRole('heading', { name: /Iris/ }).waitFor();
  await checkAccessibility(page, 'home after single sign-on');
  await open(page, 'user-setting/password', 'Password and security');
  await page.getByText('Managed by your company').waitFor();
  await checkAccessibility(page, 'password after single sign-on');
  await page.context().close();
  await created.goto(`${walk.url}/chat`);
  await created.waitForURL(/\/login/);
});

test('reads in its activity who did what', async () => {
  await open(owner, 'user-setting/team?tab=activity', 'Team');
  await rowOf(owner, 'changed single sign-on').waitFor();
  await rowOf(owner, 'created an API token').waitFor();
  await checkAccessibility(owner, 'activity');
  await checkOnPhone(owner, 'activity');
});

test('nothing on the way failed in a page', () => {
  expectNoFaults(walk);
});
