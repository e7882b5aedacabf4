import type { ApiClient } from '@lectern/testing';
import { createApiClient } from '@lectern/testing';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What people do on many screens, by the words that they read there. */

/** Where a field is looked for: a whole page, a dialog, a form. */
type Place = Page | Locator;

const pageOf = (place: Place): Page => ('page' in place ? place.page() : place);

/** Fills in the sign-in and sends it off; what follows is the caller's to wait for. */
export async function signIn(page: Page, url: string, login: string, password: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail or username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Replaces a generated password, as everyone must who has one. */
export async function replacePassword(page: Page, url: string, from: string, to: string): Promise<void> {
  await page.goto(`${url}/user-setting/password`);
  await page.getByLabel('Current password').fill(from);
  await page.getByLabel('New password', { exact: true }).fill(to);
  await page.getByLabel('Confirm the new password').fill(to);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was modified.').waitFor();
}

export async function signOut(page: Page): Promise<void> {
  await openMenu(page, /^Account of /, 'Sign out');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
}

/** Opens a menu by the name of its button and takes one of its entries. */
export async function openMenu(page: Page, menu: string | RegExp, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Chooses in a list that opens below its field; one that can be searched is searched. */
export async function choose(place: Place, label: string, option: string): Promise<void> {
  const field = place.getByRole('combobox', { name: label });
  await field.click();
  if (await field.isEditable()) await field.fill(option);
  await pageOf(place).getByRole('option', { name: option }).first().click();
}

/** What a field that cannot be changed holds, such as a password that is shown once. */
export async function readField(place: Place, label: string): Promise<string> {
  return place.getByRole('textbox', { name: label }).inputValue();
}

/** What is shown once is nowhere on the page that is loaded again. */
export async function expectShownOnce(page: Page, secret: string): Promise<void> {
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await page.content()).includes(secret), 'the secret is shown again').toBe(false);
}

/** The dialog of this title. */
export function dialogOf(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title });
}

/** A row of a table, or its card on a phone, by a text in it. */
export function rowOf(page: Page, text: string | RegExp): Locator {
  return page.locator('tbody tr, ul[aria-label] > li').filter({ hasText: text }).first();
}

/** The API as whoever is signed in on this page. */
export async function clientOf(page: Page, url: string): Promise<ApiClient> {
  const token = await page.evaluate<string | null>('localStorage.getItem("token")');
  return createApiClient(url, token ?? undefined);
}

/** Types the digits of a mailed code into their boxes. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(code);
}

/** A person's part at a company's own provider: who one is, and the consent. */
export async function signInAtProvider(page: Page, issuer: string, subject: string): Promise<void> {
  await page.waitForURL(`${issuer}/**`);
  await page.locator('input[name=login]').fill(subject);
  await page.locator('input[name=password]').fill('of the provider');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
