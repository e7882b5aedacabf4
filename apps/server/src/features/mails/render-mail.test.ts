import { languages, mailKinds } from '@lectern/contract';
import { describe, expect, test } from 'vitest';
import type { MailContent } from './mail-values.ts';
import { renderMail } from './render-mail.ts';

const code = { code: '042917', minutes: 10 };
const url = 'https://lectern.example/login?a=1&b=2';
const contents: MailContent[] = [
  { kind: 'sign_in_code', values: code },
  { kind: 'verify_email', values: code },
  { kind: 'reset_password', values: code },
  { kind: 'change_two_factor', values: code },
  { kind: 'address_already_registered', values: { url } },
  { kind: 'password_changed', values: { url } },
  { kind: 'invitation', values: { companyName: 'Rose & Sons', invitedBy: 'ada', url, days: 7 } },
  {
    kind: 'new_account',
    values: { username: 'ada', email: 'ada@example.org', password: '<b>"7&', companyName: 'Rose', url },
  },
  {
    kind: 'knowledge_base_withdrawn',
    values: { knowledgeBase: 'Roses & <b>thorns</b>', assistants: ['Garden', 'Florist'] },
  },
  {
    kind: 'conversation',
    values: {
      askedBy: 'ada',
      assistant: 'Garden',
      turns: [{ question: 'When does <b>the rose</b> bloom', answer: 'In June.\nPerhaps.' }],
      omitted: 1,
      url,
    },
  },
  {
    kind: 'flow',
    values: { subject: 'Order 7', text: 'It <b>left</b>.\n\nSee you', flow: 'Orders', companyName: 'Rose' },
  },
  {
    kind: 'webhook_disabled',
    values: { address: url, reason: 'gone', days: 5, companyName: 'Rose', url },
  },
  { kind: 'test', values: {} },
];
const publicUrl = 'https://lectern.example';

test('every kind is here', () => {
  expect(contents.map(({ kind }) => kind).sort()).toEqual([...mailKinds].sort());
});

describe.each(languages)('%s', (language) => {
  test.each(contents)('$kind', (content) => {
    const { subject, text, html } = renderMail(language, content, publicUrl);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|\[object|NaN/);
    expect(text).toContain(publicUrl);
    // Nothing but Lectern itself is named, and nothing is fetched.
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
    for (const [, address] of html.matchAll(/href="([^"]*)"/g)) expect(address).toMatch(/^https:/);
    if ('code' in content.values) {
      expect(text).toMatch(/^ {4}042917$/m);
      expect(html).toContain('>042917<');
      // Subjects are listed where texts are not shown.
      expect(subject).not.toContain('042917');
    }
    if ('url' in content.values) {
      expect(text).toContain(url);
      expect(html).toContain('href="https://lectern.example/login?a=1&amp;b=2"');
    }
    if ('password' in content.values) {
      expect(text).toContain('<b>"7&');
      expect(html).toContain('&lt;b&gt;&quot;7&amp;');
    }
  });
});

test('French keeps its signs with their words', () => {
  for (const content of contents) {
    const { text } = renderMail('fr', content, '');
    const words = text.replaceAll(url, '').replaceAll('<b>"7&', '');
    expect(words).not.toMatch(/[^\u00a0]:|[^\u202f][;!?]| »|« /);
  }
});

test('a name that people choose becomes neither markup nor a link', () => {
  const { subject, text, html } = renderMail(
    'en',
    {
      kind: 'invitation',
      values: {
        companyName: 'Win at https://evil.example/now <b>bold</b>',
        invitedBy: `${'x'.repeat(200)}`,
        url,
        days: 1,
      },
    },
    publicUrl,
  );
  for (const form of [subject, text, html]) {
    expect(form).not.toContain('evil.example');
    expect(form).not.toContain('https://evil');
    expect(form).not.toContain('x'.repeat(100));
  }
  expect(html).not.toContain('<b>');
  expect(text).toContain('one day');
});
