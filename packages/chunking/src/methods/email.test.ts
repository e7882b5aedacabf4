import { readDocument } from '@lectern/parsing';
import { readRealDocument, testOnRealDocuments } from '@lectern/testing/real-documents';
import { describe, expect, it } from 'vitest';
import { buildDocument, readWritten } from '../testing/build-document.ts';
import { email } from './email.ts';

const readReal = (name: string) => readDocument(readRealDocument(name));

const REPLY = `From: Ann Example <ann@example.org>
To: Bo Sample <bo@example.org>
Date: Wed, 02 Apr 2025 09:30:00 +0200
Subject: Re: Garden plan
Content-Type: text/plain; charset=utf-8

Dear Bo,

the second version is fine. Please order the stones.

Ann

-- 
Ann Example
Example Gardens

On Tue, 1 Apr 2025 at 18:02, Bo Sample <bo@example.org>
wrote:

> Here is the second version of the plan.
> Shall I order the stones?
`;

describe('one mail', () => {
  testOnRealDocuments('begins with subject, people and date, and cuts an attachment after it', async () => {
    const { chunks, facts } = await email.chunk(await readReal('s18-mail.eml'), {});
    expect(chunks.map(({ headingPath }) => headingPath)).toEqual([
      ['Email with Attachment'],
      ['Email with Attachment', 'test.txt'],
    ]);
    expect(chunks[0]!.text).toMatch(/^# Email with Attachment\n\nFrom: Alice Example .*\nTo: Bob Example/);
    expect(chunks[0]!.text).toContain('Best regards,\nAlice');
    expect(chunks[1]!.text).toContain('dummy content');
    expect(facts).toMatchObject({
      from: 'Alice Example <alice@example.com>',
      subject: 'Email with Attachment',
    });
  });

  it('keeps what was quoted apart and leaves the signature out', async () => {
    const { chunks } = await email.chunk(await readWritten('reply.eml', REPLY), {});
    expect(chunks).toHaveLength(2);
    expect(chunks[0]!.text).toContain('Please order the stones.\n\nAnn');
    expect(chunks[0]!.text).not.toContain('Example Gardens');
    expect(chunks[0]!.headingPath).toEqual(['Re: Garden plan (2025-04-02)']);
    expect(chunks[1]!.text).toMatch(/^On Tue, 1 Apr 2025 .*Here is the second version/s);
  });

  it('leaves quoted mails out, or keeps signatures, when it is told to', async () => {
    const document = await readWritten('reply.eml', REPLY);
    const { chunks } = await email.chunk(document, { quotedHistory: 'leave_out', trimSignatures: false });
    expect(chunks).toHaveLength(1);
    expect(chunks[0]!.text).not.toContain('Here is the second version');
    expect(chunks[0]!.text).toContain('Example Gardens');
  });

  it.each([
    ['Le mardi 1 avril 2025 à 18:02, Bo Sample <bo@example.org> a écrit :', 'Voici la deuxième version.'],
    ['-----Message d’origine-----', 'De : Bo Sample'],
    ['De : Bo Sample\nEnvoyé : mardi 1 avril 2025\nÀ : Ann\nObjet : Plan', 'Voici la deuxième version.'],
    ['在 2025年4月1日，Bo Sample <bo@example.org> 写道：', '这是第二个版本。'],
    ['From: Bo\nSent: Tuesday\nTo: Ann\nSubject: Plan', 'The second version.'],
  ])('knows where the history begins: %s', async (opening, quoted) => {
    const document = buildDocument([
      { type: 'heading', level: 1, text: 'Plan' },
      { type: 'paragraph', text: 'From: Ann\nTo: Bo' },
      { type: 'paragraph', text: 'Yes, order the stones.' },
      { type: 'paragraph', text: opening },
      { type: 'paragraph', text: quoted },
    ]);
    const { chunks } = await email.chunk(document, {});
    expect(chunks.map(({ text }) => text.includes('order the stones'))).toEqual([true, false]);
    expect(chunks[1]!.text).toContain(quoted);
  });

  it('keeps a mail that was passed on, whatever is left out', async () => {
    const document = buildDocument([
      { type: 'heading', level: 1, text: 'Fwd: Invoice' },
      { type: 'paragraph', text: 'From: Ann\nTo: Bo' },
      { type: 'paragraph', text: 'See below.' },
      { type: 'paragraph', text: '---------- Forwarded message ---------' },
      { type: 'paragraph', text: 'The invoice amounts to 250 euros.' },
    ]);
    const { chunks } = await email.chunk(document, { quotedHistory: 'leave_out' });
    expect(chunks[1]!.text).toContain('250 euros');
  });
});

it('never mixes the mails of a mailbox', async () => {
  const document = buildDocument(
    Array.from({ length: 30 }, (_, index) => [
      { type: 'heading' as const, level: 1, text: `Order ${index}` },
      {
        type: 'paragraph' as const,
        text: `From: Ann\nTo: Bo\nDate: 2025-04-${String(index + 1).padStart(2, '0')}T08:00:00Z`,
      },
      { type: 'paragraph' as const, text: `Please send ${index} stones.` },
    ]).flat(),
    'mbox',
  );
  const { chunks, facts } = await email.chunk(document, {});
  expect(chunks).toHaveLength(30);
  expect(chunks[4]!.headingPath).toEqual(['Order 4 (2025-04-05)']);
  expect(chunks[4]!.text).toContain('send 4 stones');
  expect(facts).toEqual({ mails: '30', from_day: '2025-04-01', to_day: '2025-04-30' });
});

it('begins a mail of a mailbox at its head where it has no subject', async () => {
  const text =
    'From ann@example.org Wed Apr 02 09:30:00 2025\nFrom: Ann <ann@example.org>\nDate: Wed, 02 Apr 2025 09:30:00 +0000\nSubject: Stones\n\nPlease send stones.\n\nFrom bo@example.org Thu Apr 03 09:30:00 2025\nFrom: Bo <bo@example.org>\nDate: Thu, 03 Apr 2025 09:30:00 +0000\n\nThey are on their way.\n';
  const { chunks } = await email.chunk(await readWritten('all.mbox', text), {});
  expect(chunks.map(({ headingPath }) => headingPath)).toEqual([['Stones (2025-04-02)'], ['2025-04-03']]);
  expect(chunks[1]!.text).toContain('on their way');
});
