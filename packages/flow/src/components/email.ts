import { email as emailAddress } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { StepError } from '../engine/step-error.ts';
import { emailOptionTexts, emailTexts } from './email.texts.ts';

const mostRecipients = 10;

export const email = defineFlowComponent({
  id: 'email',
  category: 'tools',
  icon: 'M3 6h18v12H3zM3 7l9 7 9-7',
  texts: emailTexts,
  example: {
    to: 'support@shop.example',
    subject: 'Question about {{keyword_1.text}}',
    text: '{{sys.question}}',
  },
  options: z.object({
    to: z.string().trim().min(1).max(4_000),
    subject: z.string().trim().min(1).max(1_000),
    text: template(100_000),
  }),
  layout: {
    to: { widget: 'template', texts: emailOptionTexts.to },
    subject: { widget: 'template', texts: emailOptionTexts.subject },
    text: { widget: 'template', texts: emailOptionTexts.text },
  },
  outputs: [
    {
      name: 'recipients',
      type: 'list',
      texts: { en: 'Who it went to', fr: 'Les destinataires', zh: '收件人', 'zh-TRADITIONAL': '收件者' },
    },
  ],
  effect: 'write',
  run: async ({ options, services, idempotencyKey, once }) => {
    const to = readRecipients(options.to);
    const subject = options.subject.trim();
    // A line break would begin another header.
    if (subject === '' || subject.length > 300 || /\p{Cc}/u.test(subject))
      throw new StepError('flow.wrong_option', 'subject', { isFinal: true });
    if (options.text.trim() === '') throw new StepError('flow.wrong_option', 'text', { isFinal: true });
    await once('sent', async () => {
      await services.sendMail({ to, subject, text: options.text, key: idempotencyKey });
      return true;
    });
    return { outputs: { recipients: to } };
  },
});

/** Addresses between commas, semicolons or line breaks. */
function readRecipients(text: string): string[] {
  const given = text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);
  const wrong = given.find((one) => !emailAddress.safeParse(one).success);
  if (wrong !== undefined || given.length === 0 || given.length > mostRecipients)
    throw new StepError('flow.wrong_option', 'to', { isFinal: true });
  return [...new Set(given.map((one) => one.toLowerCase()))];
}
