import { apiTokenTexts } from './company/api-tokens.ts';
import { rightsTexts } from './company/rights.ts';
import { signOnTexts } from './company/sign-on.ts';
import { teamTexts } from './company/team.ts';

export const company = {
  ...teamTexts,
  ...rightsTexts,
  ...signOnTexts,
  ...apiTokenTexts,
  settings: {
    text: 'Package limits and sign-in settings.',
    general: 'General',
    name: 'Name',
    nameText: 'Shown in Lectern, in invitations and in e-mails.',
    personalNameText: 'Shown in invitations and e-mails.',
    since: 'Since {{date}}',
    save: 'Save',
    saved: 'Company modified.',
    package: 'Package',
    packageText: '“{{name}}”. The platform administrator can change it.',
    security: 'Two-factor sign-in',
    requireTwoFactor: 'Require a code from everyone',
    requireTwoFactorText:
      'After the password, members enter a six-digit code sent by e-mail. With single sign-on, your provider handles this instead.',
    requireTitle: 'Require a code from everyone?',
    requireText:
      'Everyone who has not entered a code, including you, has to sign in again with an emailed code.',
    requireNoMail: 'No mail server is configured. Members can only get their codes from the administrator.',
    require: 'Require a code',
    releaseTitle: 'Stop requiring a code?',
    releaseText: 'Members who turned it on for their own account still need a code.',
    release: 'Stop requiring',
    sharing: 'Sharing',
    publicLinks: 'Links for people outside the company',
    publicLinksText:
      'Members may share conversations with anyone who has the link. When this is off, links that exist stop working too.',
    publicLinksSaved: 'Sharing updated.',
    twoFactorSaved: 'Two-factor sign-in updated.',
  },
  limits: {
    hints: {
      users: 'Members and pending invitations',
      iframes: 'Counted together',
      storage: 'Uploaded files',
      monthlyRequests: 'Resets on the first of the month (UTC)',
      yearlyRequests: 'Resets on 1 January (UTC)',
    },
  },
};
