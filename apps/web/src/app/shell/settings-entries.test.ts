import { levels, type Me } from '@lectern/contract';
import { expect, test } from 'vitest';
import { listSettings } from './settings-entries.ts';

const person = (fields: object) =>
  ({
    level: levels.COMPANY,
    mustChangePassword: false,
    impersonation: null,
    company: { kind: 'company' },
    ...fields,
  }) as Me;
const entriesOf = (me: Me) => listSettings(me).flatMap(({ entries }) => entries);
const linksOf = (me: Me) => entriesOf(me).map(({ to }) => to.replace('/user-setting/', ''));

test('an administrator has one entry for both scopes, which leads to all companies', () => {
  const links = linksOf(person({ level: levels.ADMIN }));
  expect(links).toEqual(expect.arrayContaining(['admin_requests', 'admin_tokens', 'lectern_model']));
  expect(links.filter((link) => /company_(requests|tokens|models|createuser)/.test(link))).toEqual([]);
  const questions = entriesOf(person({ level: levels.ADMIN })).find(({ to }) =>
    to.endsWith('admin_requests'),
  );
  expect(questions?.screens).toContain('/user-setting/company_requests');
});

test('everyone else is led to the own company', () => {
  expect(linksOf(person({}))).toEqual([
    'profile',
    'password',
    'team',
    'chatbot_rights',
    'company',
    'webhooks',
    'mcp_servers',
    'company_requests',
    'company_tokens',
    'company_models',
  ]);
  expect(linksOf(person({ level: levels.USER }))).toEqual(['profile', 'password']);
  expect(linksOf(person({ mustChangePassword: true }))).toEqual(['password']);
});

test('who acts as a company does not reach what is the own account’s', () => {
  expect(linksOf(person({ impersonation: { expiresAt: '' } }))).not.toContain('profile');
});
