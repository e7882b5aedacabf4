import { accountTexts } from './administration/accounts.ts';
import { companyTexts } from './administration/companies.ts';
import { mailTexts } from './administration/mails.ts';
import { packageTexts } from './administration/packages.ts';

/** What administrators of the platform do: companies, packages, accounts, mail and the audit log. */
export const administration = {
  ...companyTexts,
  ...accountTexts,
  ...packageTexts,
  ...mailTexts,
  form: {
    name: 'Name',
    email: 'E-mail',
    emailRequired: 'E-mail is required.',
    emailInvalid: 'Enter a valid e-mail address.',
    nameRequired: 'Name is required.',
    username: 'Username',
    usernameRequired: 'Username is required.',
    language: 'Language of the mail',
    languageText: 'The account starts in it; its owner can change it.',
    package: 'Package',
    packageRequired: 'Choose a package.',
    choose: 'Choose',
    save: 'Save',
    actions: 'Actions',
  },
  levels: {
    '0': 'User',
    '1': 'Elevated user',
    '2': 'Company',
  },
  levelTexts: {
    '0': 'Chats with assistants.',
    '1': 'Also builds knowledge bases and assistants.',
    '2': 'Also runs the company: people, limits, models.',
  },
  kinds: {
    company: 'Company',
    personal: 'Personal',
  },
  password: {
    label: 'Generated password',
    once: 'It is shown this once. It is also mailed, and must be changed at the first sign-in.',
    onceUnmailed:
      'It is shown this once, and must be changed at the first sign-in. No mail server is configured: pass it on yourself.',
  },
  picker: {
    company: 'Company',
    companyPlaceholder: 'Name of the company',
    anyCompany: 'Any company',
    clear: 'Any company again',
    none: 'No company of this name',
  },
  audit: {
    onlyImpersonated: 'Only while acting as a company',
  },
  system: {
    text: 'The parts of this installation, the mail that leaves it, and what was changed on it.',
    openOutbox: 'Open the outbox',
  },
  tabs: {
    label: 'Parts of the system page',
    status: 'Status',
    mail: 'Mail outbox',
    audit: 'Audit log',
  },
};
