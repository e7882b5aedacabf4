import type { MailKind } from '@lectern/contract';
import type { MailValues } from './mail-values.ts';

/** A paragraph, or something that is on its own: a code to type, a link to follow, facts to keep, what somebody said. */
export type MailBlock =
  | string
  | { code: string }
  | { speaker: string; said: string }
  | { link: string; url: string }
  | { facts: readonly (readonly [label: string, value: string])[] };

export type MailText = { subject: string; blocks: MailBlock[] };

/** Every mail in one language. A kind that is missing, or a value that is not there, does not compile. */
export type MailTexts = {
  [K in MailKind]: (values: MailValues[K]) => MailText;
} & {
  /** Between a label and its value, where there is plain text alone. */
  colon: string;
  /** Stands below every mail. */
  footer: (url: string) => string;
};
