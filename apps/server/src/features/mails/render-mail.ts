import type { Language } from '@lectern/contract';
import { layOutHtml } from './mail-html.ts';
import { layOutText } from './mail-plain.ts';
import type { MailText } from './mail-text.ts';
import type { MailContent } from './mail-values.ts';
import { mailTexts } from './texts/index.ts';

export type RenderedMail = { subject: string; text: string; html: string };

/** Both forms of a mail in the reader's language. */
export function renderMail(language: Language, content: MailContent, publicUrl: string): RenderedMail {
  const texts = mailTexts[language];
  // Kind and values belong together by type; the compiler does not see it through the index.
  const write = texts[content.kind] as (values: MailContent['values']) => MailText;
  const { subject, blocks } = write(content.values);
  const footer = texts.footer(publicUrl);
  return {
    subject,
    text: layOutText(blocks, footer),
    html: layOutHtml({ language, subject, blocks, footer }),
  };
}
