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
    email: 'E-mail',
    username: 'Username',
    language: 'Language of the mail',
    languageText: 'Also the initial language of the account. Can be changed later.',
    package: 'Package',
    packageRequired: 'Choose a package.',
    choose: 'Choose',
    actions: 'Actions',
  },
  levels: {
    '0': 'User',
    '1': 'Elevated user',
    '2': 'Company',
  },
  levelTexts: {
    '0': 'Can chat with assistants.',
    '1': 'Can also create knowledge bases and assistants.',
    '2': 'Can also manage the company: members, limits and models.',
  },
  kinds: {
    company: 'Company',
    personal: 'Personal',
  },
  password: {
    label: 'Generated password',
    once: 'Shown only once. It is also emailed, and must be changed at first sign-in.',
    onceUnmailed:
      'Shown only once, and must be changed at first sign-in. No mail server is configured, so pass it on yourself.',
  },
  picker: {
    company: 'Company',
    companyPlaceholder: 'Name of the company',
    anyCompany: 'Any company',
    clear: 'Show any company',
    none: 'No matching company',
  },
  audit: {
    onlyImpersonated: 'Only while acting as a company',
  },
  system: {
    text: 'Service status, outgoing e-mail and audit log.',
    openOutbox: 'Open the outbox',
  },
  tabs: {
    label: 'Parts of the system page',
    status: 'Status',
    mail: 'Mail outbox',
    audit: 'Audit log',
  },
};
