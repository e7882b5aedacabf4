import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { askByApi, makePilot } from './support/questions.ts';
import {
  choose,
  clientOf,
  dialogOf,
  expectShownOnce,
  openMenu,
  readField,
  replacePassword,
  rowOf,
  signIn,
} from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/**
 * The administrator of a fresh product sets up two companies on two packages, acts as one of them, and looks after
 * people, use, mail and the audit log.
 */
const password = 'a password of my own';
const harbour = { name: 'Harbour Works', email: 'olga@harbour.example', username: 'olga', password: '' };
const bakery = { name: 'Boulangerie Dupré', email: 'paul@bakery.example', username: 'paul', password: '' };
const newcomer = { email: 'nora@solo.example', username: 'nora', password: 'nora has her own' };

const walk = startWalk('administrator');
const { openVisitor, onPhone, checkOnPhone } = walk;

let page: Page;
/** Runs Harbour Works, in a browser of her own. */
let olga: Page;

const open = (path: string, heading: string | RegExp) => walk.open(page, `user-setting/${path}`, heading);

beforeAll(async () => {
  page = await openVisitor();
});

test('loses nothing that is typed before the sign-in has loaded', async () => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/settings', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${walk.url}/login`);
  await page.getByLabel('E-mail or username').fill('someone');
  held.resolve();
  await page.getByRole('tab', { name: 'Create account' }).waitFor();
  expect(await page.getByLabel('E-mail or username').inputValue()).toBe('someone');
  await checkAccessibility(page, 'login');
  await page.unroute('**/api/v1/settings');
});

test('replaces the printed password', async () => {
  const { email, password: printed } = walk.administrator;
  await signIn(page, walk.url, email, printed);
  await page.getByText('Choose a new password').waitFor();
  await replacePassword(page, walk.url, printed, password);
  await page.waitForURL(/\/home$/);
});

test('makes a small package and a large one', async () => {
  await open('lectern_packages', 'Packages');
  const make = async (name: string, limits: Record<string, string>) => {
    await page.getByRole('button', { name: 'Create package' }).first().click();
    const dialog = dialogOf(page, 'Create package');
    await dialog.getByLabel(/^Name/).fill(name);
    for (const [limit, value] of Object.entries(limits))
      await dialog.getByRole('textbox', { name: limit, exact: true }).fill(value);
    await checkAccessibility(page, 'new package');
    await dialog.getByRole('button', { name: 'Create package' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  };
  await make('Small', {
    Users: '3',
    Assistants: '1',
    'Knowledge bases': '2',
    'Storage in GB': '0.5',
    'Questions per month': '20',
  });
  await make('Large', { Users: '500', 'Storage in GB': '200' });
  const small = page.getByRole('article').filter({ hasText: 'Small' });
  await small.getByText(/512\sMB/).waitFor();
  await checkAccessibility(page, 'packages');
  await checkOnPhone(page, 'packages');
});

test('makes two companies, whose passwords are shown once', async () => {
  for (const [company, plan] of [
    [harbour, 'Small'],
    [bakery, 'Large'],
  ] as const) {
    await open('lectern_admin', 'Companies');
    await page.getByRole('link', { name: 'Create company' }).first().click();
    await page.getByLabel('Company name').fill(company.name);
    await choose(page, 'Package', plan);
    await page.getByLabel('E-mail').fill(company.email);
    await page.getByLabel('Username').fill(company.username);
    await checkAccessibility(page, 'new company');
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.getByText(`An account was created for ${company.email}.`).waitFor();
    company.password = await readField(page, 'Generated password');
    expect(company.password.length).toBeGreaterThan(8);
    await checkAccessibility(page, 'company created');
  }
  await expectShownOnce(page, bakery.password);
});

test('finds them in the list, with what they use', async () => {
  await open('lectern_admin', 'Companies');
  await rowOf(page, harbour.name).getByText('Small').waitFor();
  await rowOf(page, bakery.name).getByText('Large').waitFor();
  await checkAccessibility(page, 'companies');
  await onPhone(page, async () => {
    await rowOf(page, harbour.name).getByText('Small').waitFor();
    await checkAccessibility(page, 'companies on a phone');
  });

  await page.getByPlaceholder('Search name or owner’s e-mail').fill('harbour');
  await rowOf(page, bakery.name).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: harbour.name, exact: true }).click();
  const details = dialogOf(page, harbour.name);
  await details.getByText('1 of 3 users').waitFor();
  await details.getByText('olga', { exact: true }).waitFor();
  await checkAccessibility(page, 'details of a company');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
});

test('renames one', async () => {
  await open('lectern_admin', 'Companies');
  await openMenu(page, `Actions for ${bakery.name}`, 'Edit');
  const dialog = dialogOf(page, `Edit ${bakery.name}`);
  // A name that is taken is refused at its field, and what was typed stays.
  await dialog.getByLabel(/^Name/).fill(harbour.name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText(`The name cannot be repeated: there is already a company “${harbour.name}”.`)
    .waitFor();
  await checkAccessibility(page, 'company with a name that is taken');
  bakery.name = 'Boulangerie Dupré et Filles';
  await dialog.getByLabel(/^Name/).fill(bakery.name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The company was modified.').waitFor();
  await rowOf(page, bakery.name).waitFor();
});

test('disables one: whoever runs it is led out and told why; enables it again', async () => {
  olga = await openVisitor();
  await signIn(olga, walk.url, harbour.email, harbour.password);
  await olga.getByText('Choose a new password').waitFor();
  await replacePassword(olga, walk.url, harbour.password, password);
  await olga.getByText('1 of 3 users').waitFor();

  await openMenu(page, `Actions for ${harbour.name}`, 'Disable');
  const confirmation = dialogOf(page, `Disable ${harbour.name}?`);
  await checkAccessibility(page, 'disable a company');
  await confirmation.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('The company was disabled.').waitFor();

  await olga.goto(`${walk.url}/user-setting/team`);
  await olga.waitForURL(/\/login/);
  await signIn(olga, walk.url, harbour.email, password);
  await olga.getByText('This company is disabled. Ask the platform administrator.').waitFor();
  await checkAccessibility(olga, 'sign-in to a disabled company');

  // While it is disabled it can be neither changed nor entered.
  await openMenu(page, `Actions for ${harbour.name}`, 'Edit');
  await dialogOf(page, `Edit ${harbour.name}`).getByText('A disabled company cannot be changed').waitFor();
  await page.keyboard.press('Escape');
  await openMenu(page, `Actions for ${harbour.name}`, 'Log in as');
  const entering = dialogOf(page, `Log in as ${harbour.name}`);
  await entering.getByText('Only enabled companies can be impersonated.').waitFor();
  await entering.getByRole('button', { name: 'Enable the company' }).click();
  await page.getByText('The company was enabled.').waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, harbour.name).getByText('Enabled').waitFor();

  await signIn(olga, walk.url, harbour.email, password);
  await olga.getByText('1 of 3 users').waitFor();
});

test('acts as a company, under a banner, and returns', async () => {
  await open('lectern_admin', 'Companies');
  await openMenu(page, `Actions for ${harbour.name}`, 'Log in as');
  const dialog = dialogOf(page, `Log in as ${harbour.name}`);
  const confirm = dialog.getByRole('button', { name: 'Log in as this company' });
  await dialog.getByLabel('Type the name of the company to confirm').fill('Harbour');
  expect(await confirm.isDisabled()).toBe(true);
  await checkAccessibility(page, 'log in as a company');
  await dialog.getByLabel('Type the name of the company to confirm').fill(harbour.name);
  await confirm.click();
  const banner = page.getByRole('region', { name: 'Acting as a company' });
  await banner.waitFor();
  await page.waitForURL(/\/home$/);

  for (const path of [
    '/chat',
    '/user-setting/team',
    '/user-setting/company',
    '/user-setting/company_tokens',
  ]) {
    await page.goto(walk.url + path);
    await banner.getByText(`You are acting as ${harbour.name} (olga).`).waitFor();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await checkAccessibility(page, `${path} while acting as a company`);
  }
  // What is the account's own stays closed, and so does the platform.
  for (const path of ['profile', 'password']) {
    await page.goto(`${walk.url}/user-setting/${path}`);
    await page.getByText('Not available while impersonating a company').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  }
  await page.goto(`${walk.url}/user-setting/lectern_admin`);
  await page.getByText('You do not have access to this page').waitFor();

  await page.goto(`${walk.url}/knowledge`);
  await page.getByRole('button', { name: 'Create knowledge base' }).first().click();
  await page.getByRole('dialog').getByLabel(/Name/).fill('Tide tables');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/knowledge\/dataset/);
  await onPhone(page, async () => {
    await banner.getByText(`As ${harbour.name}`, { exact: true }).waitFor();
    await checkAccessibility(page, 'banner on a phone');
  });
  await banner.getByRole('button', { name: 'Return to my account' }).click();
  await banner.waitFor({ state: 'hidden' });
  await open('lectern_admin', 'Companies');
});

test('finds that in the audit log under both names', async () => {
  const administrator = (await (await clientOf(page, walk.url)).call('GET', '/me')).body.username;
  await open('system?tab=audit', 'System');
  const entry = rowOf(page, 'created a knowledge base');
  for (const name of [administrator, 'olga']) {
    await page.getByPlaceholder('Search names, subjects and actions').fill(name);
    await page.waitForURL(new RegExp(`search=${name}`));
    await entry.getByText('Administrator, acting as olga').waitFor();
    expect(await entry.textContent()).toContain(administrator);
    expect(await entry.textContent()).toContain(harbour.name);
  }
  await checkAccessibility(page, 'audit log');
  await page.getByLabel('Only while acting as a company').click();
  await page.waitForURL(/impersonated=true/);
  await entry.waitFor();
  await checkOnPhone(page, 'audit log');
});

test('promotes an account that registered itself, by its e-mail', async () => {
  const nora = await openVisitor(390);
  await nora.goto(`${walk.url}/login`);
  await nora.getByRole('tab', { name: 'Create account' }).click();
  await nora.getByLabel('E-mail', { exact: true }).fill(newcomer.email);
  await nora.getByLabel('Username').fill(newcomer.username);
  await nora.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await checkAccessibility(nora, 'registering on a phone');
  await nora.getByRole('button', { name: 'Create account' }).click();
  await nora.getByRole('heading', { name: /nora/ }).waitFor();

  await open('admin_createuser', 'Accounts');
  await page.getByRole('button', { name: 'Promote account' }).click();
  const dialog = dialogOf(page, 'Promote an account');
  await choose(dialog, 'Account', newcomer.email);
  await dialog.getByLabel('Company name').fill('Nora et Cie');
  await choose(dialog, 'Package', 'Large');
  await checkAccessibility(page, 'promote an account');
  await dialog.getByRole('button', { name: 'Promote', exact: true }).click();
  await page.getByText('The account was modified: it now manages its company.').waitFor();
  await rowOf(page, newcomer.email).getByText('Nora et Cie').waitFor();
  await checkAccessibility(page, 'accounts');

  // She runs it from her next page on.
  await nora.goto(`${walk.url}/user-setting/team`);
  await nora.getByRole('button', { name: 'Invite' }).first().waitFor();
  await checkAccessibility(nora, 'team on a phone');
  await nora.context().close();
});

test('creates a user in a company, who must choose another password', async () => {
  await open('admin_createuser', 'Accounts');
  await page.getByRole('button', { name: 'Create user' }).click();
  const dialog = dialogOf(page, 'Create user');
  await dialog.getByLabel('E-mail').fill('emil@harbour.example');
  await dialog.getByLabel('Username').fill('emil');
  await choose(dialog, 'Company', harbour.name);
  await dialog.getByRole('radio', { name: 'Elevated user' }).click();
  await checkAccessibility(page, 'create a user');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await dialog.getByText('emil can sign in').waitFor();
  const generated = await readField(dialog, 'Generated password');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  const emil = await openVisitor();
  await signIn(emil, walk.url, 'emil', generated);
  await emil.getByText('Choose a new password').waitFor();
  await emil.context().close();
});

test('reads questions and tokens by company, and takes them along', async () => {
  const client = await clientOf(olga, walk.url);
  await makePilot(client);
  await askByApi(client);
  await open('admin_requests', 'All questions');
  await page.getByRole('button', { name: harbour.name, exact: true }).waitFor();
  await checkAccessibility(page, 'questions of all companies');
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByText('1', { exact: true }).first().waitFor();

  await page.getByRole('button', { name: harbour.name, exact: true }).click();
  await page.waitForURL(/companyId=/);
  expect(await page.getByRole('combobox', { name: 'Company' }).inputValue()).toBe(harbour.name);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const [heads, ...rows] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(heads).toMatch(/company/i);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(harbour.name);

  // The company that asked nothing has nothing to show.
  await choose(page, 'Company', bakery.name);
  await page.getByText('Nothing in this period').or(page.getByText('No questions in this period')).waitFor();
  await checkAccessibility(page, 'questions of a company that asked none');

  await open('admin_tokens', 'All model usage');
  await page.getByRole('button', { name: harbour.name, exact: true }).waitFor();
  await checkAccessibility(page, 'tokens of all companies');
  await checkOnPhone(page, 'tokens of all companies');
});

test('reads a mail in the outbox, as no mail server is configured', async () => {
  await open('system', 'System');
  await page.getByText('Stored in the outbox').first().waitFor();
  await checkAccessibility(page, 'system status');
  await page.getByRole('tab', { name: 'Mail outbox' }).click();
  await page.getByText('No mail server is configured').waitFor();
  await checkAccessibility(page, 'mail outbox');
  await page.getByRole('button', { name: `Read the mail to ${bakery.email}` }).click();
  const mail = dialogOf(page, `Mail to ${bakery.email}`);
  await mail.getByText(bakery.password).waitFor();
  await checkAccessibility(page, 'a mail of the outbox');
  await page.keyboard.press('Escape');
  await mail.waitFor({ state: 'hidden' });
});

test('is told what stands in the way of deleting a package', async () => {
  await open('lectern_packages', 'Packages');
  await openMenu(page, 'Actions for Small', 'Delete');
  const blocked = dialogOf(page, 'Delete Small?');
  await blocked.getByText('1 company uses it. Assign it another package first.').waitFor();
  await blocked.getByText('It is enabled. Disable it first.').waitFor();
  await checkAccessibility(page, 'a package that cannot be deleted');
  // The rules are the server's: a program that asks anyway is told the same.
  const admin = await clientOf(page, walk.url);
  const [small] = (await admin.call('GET', '/admin/packages?search=Small')).body.items;
  const remove = async () => (await admin.call('DELETE', `/admin/packages/${small.id}`)).body.error?.code;
  expect(await remove()).toBe('package.must_be_disabled');
  await admin.call('POST', `/admin/packages/${small.id}/disable`);
  expect(await remove()).toBe('package.in_use');
  await admin.call('POST', `/admin/packages/${small.id}/enable`);

  await blocked.getByRole('button', { name: 'Show the companies' }).click();
  await page.waitForURL(/lectern_admin\?packageId=/);
  await rowOf(page, harbour.name).waitFor();
  await rowOf(page, bakery.name).waitFor({ state: 'hidden' });
});

test('deletes a company, which must be disabled first, by typing its name', async () => {
  await open('lectern_admin', 'Companies');
  await openMenu(page, `Actions for ${bakery.name}`, 'Delete');
  const dialog = dialogOf(page, `Delete ${bakery.name}?`);
  await dialog.getByText('Only a disabled company can be deleted').waitFor();
  await checkAccessibility(page, 'a company that cannot be deleted');
  await dialog.getByRole('button', { name: 'Disable the company' }).click();
  const confirm = dialog.getByRole('button', { name: 'Delete permanently' });
  await confirm.waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Type the name of the company to confirm').fill(bakery.name);
  await checkAccessibility(page, 'delete a company');
  await confirm.click();
  await page.getByText('The company was deleted.').waitFor();
  await rowOf(page, bakery.name).waitFor({ state: 'hidden' });
  await rowOf(page, harbour.name).waitFor();

  const paul = await openVisitor();
  await signIn(paul, walk.url, bakery.email, bakery.password);
  await paul.getByText('The e-mail, username or password is wrong.').waitFor();
  await paul.context().close();
});

test('nothing on the way failed in a page', () => {
  expectNoFaults(walk);
});
