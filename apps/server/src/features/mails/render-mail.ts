import type { Language } from '@lectern/contract';
import { cleanText } from '../../platform/database/clean-text.ts';
import { layOutHtml } from './mail-html.ts';
import { layOutText } from './mail-plain.ts';
import type { MailText } from './mail-text.ts';
import type { MailContent } from './mail-values.ts';
import { mailTexts } from './texts/index.ts';

export type RenderedMail = { subject: string; text: string; html: string };

/** Both forms of a mail in the reader's language. `publicUrl` says whose mail it is. */
export function renderMail(
  language: Language,
  { kind, values }: MailContent,
  publicUrl: string,
): RenderedMail {
  const texts = mailTexts[language];
  // Kind and values belong together by type; the compiler does not see it through the index.
  const write = texts[kind] as (values: MailContent['values']) => MailText;
  const { subject, blocks } = write(withHarmlessNames(values));
  const footer = texts.footer(publicUrl);
  return {
    subject: cleanText(subject),
    text: cleanText(layOutText(blocks, footer, texts)),
    html: cleanText(layOutHtml({ language, subject, blocks, footer })),
  };
}

/** Chosen by people who may write to strangers by them. */
const chosenNames = new Set(['companyName', 'invitedBy', 'askedBy', 'flow']);
const longestName = 80;

/**
 * Anyone can open a company, name it `Prize at evil.example`, and invite the world. Programs turn what looks like an
 * address into a link: a space without width keeps them from it.
 */
function withHarmlessNames(values: MailContent['values']): MailContent['values'] {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    chosenNames.has(key) ? harmless(String(value)) : value,
  ]);
  return Object.fromEntries(entries);
}

function harmless(name: string): string {
  const short = name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
  return short.replace(/(?<=\S)([.:/@]+)(?=\S)/g, '$1\u200b');
}
