import type { MailKind } from '@lectern/contract';

/** What each kind of mail says beyond its fixed words. */
export type MailValues = {
  sign_in_code: Code;
  verify_email: Code;
  reset_password: Code;
  change_two_factor: Code;
  /** `url`: where one signs in. */
  address_already_registered: { url: string };
  password_changed: { url: string };
  invitation: { companyName: string; invitedBy: string; url: string; days: number };
  new_account: { username: string; email: string; password: string; companyName: string; url: string };
  knowledge_base_withdrawn: { knowledgeBase: string; assistants: readonly string[] };
  conversation: {
    askedBy: string;
    assistant: string;
    turns: readonly MailedTurn[];
    /** Earlier turns that are left out. */
    omitted: number;
    url: string;
  };
  flow: { subject: string; text: string; flow: string; companyName: string };
  /** `reason`: it answered 410, or nothing got through for days. */
  webhook_disabled: {
    address: string;
    reason: 'gone' | 'failing';
    days: number;
    companyName: string;
    url: string;
  };
  test: Record<string, never>;
};

export type MailedTurn = { question: string; answer: string };

type Code = { code: string; minutes: number };

/** A kind with the values that belong to it. */
export type MailContent = { [K in MailKind]: { kind: K; values: MailValues[K] } }[MailKind];

/** A company's own words: not even who runs the platform reads them in the outbox. */
export const privateKinds: readonly MailKind[] = ['conversation', 'flow'];

/** Erased once it is of no use: it holds what opens an account, or what a company wrote. */
export const secretKinds: readonly MailKind[] = [
  'sign_in_code',
  'verify_email',
  'reset_password',
  'change_two_factor',
  'new_account',
  ...privateKinds,
];
