import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkAccessibility } from './support/browser.ts';
import { clientOf, openMenu, replacePassword, signIn } from './support/steps.ts';
import { expectNoFaults, startWalk } from './support/walk.ts';

/** Finding out what a flow does: breakpoints, one node alone, the list of runs, a replay; and drawing without a mouse. */
const password = 'a password of my own';
const walk = startWalk('flow-runs');
let page: Page;

const templateNode = (id: string, name: string, template: string, x: number) => ({
  id,
  component: 'template',
  name,
  options: { template },
  position: { x, y: 0 },
});
const graphOf = (greeting: string) => ({
  nodes: [
    { id: 'begin', component: 'begin', name: 'Begin', position: { x: 0, y: 0 } },
    templateNode('greet', 'Greet', greeting, 320),
    templateNode('wrap', 'Wrap', '{{greet.text}} Goodbye.', 640),
    { id: 'end', component: 'answer', name: 'End', position: { x: 960, y: 0 } },
  ],
  edges: [
    { id: '1', source: 'begin', target: 'greet' },
    { id: '2', source: 'greet', target: 'wrap' },
    { id: '3', source: 'wrap', target: 'end' },
  ],
});

beforeAll(async () => {
  page = await walk.openVisitor();
  const { email, password: first } = walk.administrator;
  await signIn(page, walk.url, email, first);
  await page.waitForURL(/\/home$/);
  await replacePassword(page, walk.url, first, password);
  const client = await clientOf(page, walk.url);
  const created = await client.call('POST', '/flows', {
    name: 'Greeting desk',
    graph: graphOf('Hello, {{sys.question}}!'),
  });
  const path = `/flows/${created.body.id}`;
  await client.call('POST', `${path}/versions`, { revision: 1 });
  await client.call('PATCH', path, { graph: graphOf('Welcome, {{sys.question}}!'), revision: 1 });
  await page.goto(`${walk.url}/flow/${created.body.id}`);
  await node('Begin').waitFor();
});

const node = (name: string) => page.locator('.react-flow__node').filter({ hasText: name });
const focused = () => page.locator('.react-flow__node:focus');
const panel = () => page.getByRole('complementary').last();

test('a breakpoint stops the run and shows what comes next; then it goes on by a step, and to the end', async () => {
  await node('Wrap').click();
  await page.getByRole('button', { name: 'Pause before it' }).click();
  await page.getByRole('img', { name: 'Breakpoint' }).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Ada');
  await page.keyboard.press('Enter');
  await page.getByText('Paused before “Wrap”').waitFor();
  await page.getByText('template: Welcome, Ada! Goodbye.').waitFor();
  await checkAccessibility(page, 'flow breakpoint');
  await page.getByRole('button', { name: 'Next step' }).click();
  await page.getByText('Paused before “End”').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await panel().getByText('Finished').waitFor();
  await page.getByText('Welcome, Ada! Goodbye.').first().waitFor();
});

test('one node runs alone with what the last run put out, as the person changes it', async () => {
  await node('Wrap').click();
  await page.getByRole('button', { name: 'Pause before it' }).click();
  await page.getByRole('button', { name: 'Run this node' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run “Wrap” alone' });
  const field = dialog.getByRole('textbox', { name: 'Greet · text' });
  await expect.poll(() => field.inputValue()).toBe('Welcome, Ada!');
  await field.fill('Good morning.');
  await checkAccessibility(page, 'flow one node');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await panel().getByText('One node alone').waitFor();
  await panel().getByRole('button', { name: /^Wrap/ }).click();
  await panel().getByText('text: Good morning. Goodbye.').waitFor();
});

test('a run is found by what it answered, opened, and asked again of a version side by side', async () => {
  await panel().getByRole('button', { name: 'Runs' }).click();
  await panel().getByRole('textbox', { name: 'Search questions and answers' }).fill('Welcome, Ada');
  await expect.poll(() => panel().getByRole('listitem').count()).toBe(1);
  await checkAccessibility(page, 'flow runs');
  await panel().getByRole('button', { name: /Ada/ }).click();
  await page.getByText('You see a run of the draft').waitFor();
  await panel().getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('menuitem', { name: 'Version 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay side by side' });
  await dialog.getByText('Hello, Ada! Goodbye.').first().waitFor();
  await expect.poll(() => dialog.getByText('Different outputs').count()).toBe(2);
  await dialog.getByText('Same outputs').first().waitFor();
  await checkAccessibility(page, 'flow replay');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to the draft' }).first().click();
  await page.getByText('You see a run of the draft').waitFor({ state: 'detached' });
});

test('a flow is drawn without a mouse: found, added to, connected, moved and undone', async () => {
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Search nodes' }).fill('goodbye');
  await page.getByText('1 of 1').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused().textContent()).toContain('Wrap');
  await page.keyboard.press('n');
  await expect.poll(() => focused().textContent()).toContain('End');
  await page.keyboard.press('p');
  await expect.poll(() => focused().textContent()).toContain('Wrap');
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Components' }).getByRole('textbox').fill('Retrieval');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused().textContent()).toContain('Retrieval');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Connect “Retrieval”' });
  await dialog.getByRole('combobox', { name: 'To' }).waitFor();
  await checkAccessibility(page, 'flow connect');
  await page.keyboard.type('Greet');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText('Retrieval connected to Greet.').waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(5);
  await expect.poll(() => focused().textContent()).toContain('Retrieval');
  const place = () => node('Retrieval').getAttribute('style');
  const before = await place();
  await page.keyboard.press('ArrowDown');
  await expect.poll(place).not.toBe(before);
  await page.keyboard.press('Control+z');
  await expect.poll(place).toBe(before);
  await page.keyboard.press('Delete');
  await expect.poll(() => node('Retrieval').count()).toBe(0);
});

test('variables and limits are set, and a text can use the variable', async () => {
  await page.getByRole('button', { name: 'Variables and limits' }).click();
  const drawer = page.getByRole('dialog', { name: 'Variables and limits' });
  await drawer.getByRole('button', { name: 'Add a variable' }).click();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('tone');
  await drawer.getByRole('textbox', { name: 'First value' }).fill('friendly');
  await drawer.getByRole('textbox', { name: 'Steps' }).fill('50');
  await checkAccessibility(page, 'flow settings');
  await page.keyboard.press('Escape');
  await node('Greet').click();
  await page.getByRole('button', { name: 'Insert an output' }).click();
  await page.getByRole('menuitem', { name: 'tone' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('{{var.tone}}');
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('credentials are added, given another secret, and deleted', async () => {
  await walk.open(page, 'flow', 'Agent flows');
  await page.getByRole('link', { name: 'Credentials' }).click();
  await page.getByRole('button', { name: 'Add a credential' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a credential' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Orders');
  await dialog.getByRole('textbox', { name: 'Host' }).fill('https://api.example/');
  await dialog.getByLabel('Secret').fill('very-secret-1234');
  await dialog.getByRole('button', { name: 'Store' }).click();
  await dialog.getByText('A host name without').waitFor();
  await dialog.getByRole('textbox', { name: 'Host' }).fill('api.example');
  await checkAccessibility(page, 'flow credential');
  await dialog.getByRole('button', { name: 'Store' }).click();
  await page.getByText('…1234').waitFor();
  await checkAccessibility(page, 'flow credentials');
  await openMenu(page, 'Actions of Orders', 'Replace the secret');
  await page.getByLabel('New secret').fill('another-5678');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
  await page.getByText('…5678').waitFor();
  await openMenu(page, 'Actions of Orders', 'Delete');
  await page.getByText('No flow uses it.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No credentials yet').waitFor();
});

test('nothing on the way failed in the page', () => expectNoFaults(walk));
