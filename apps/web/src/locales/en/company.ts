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
    text: 'What your package allows, and how people sign in.',
    general: 'General',
    name: 'Name',
    nameText: 'As people see it in Lectern, in invitations and in mails.',
    personalNameText: 'As people see it in invitations and in mails.',
    since: 'Since {{date}}',
    save: 'Save',
    saved: 'Company modified.',
    package: 'Package',
    packageText: '“{{name}}”. The administrator of the platform can give you another.',
    security: 'Two-factor sign-in',
    requireTwoFactor: 'Everyone signs in with a mailed code',
    requireTwoFactorText:
      'After the password, a code of six digits is mailed and asked for. People who sign in by single sign-on are checked by your provider instead.',
    requireTitle: 'Ask everyone for a code?',
    requireText:
      'Everyone who has not entered a code, you too, is asked to sign in again, with a code mailed to their address.',
    requireNoMail:
      'No mail server is set up here: codes only reach the administrator’s outbox. Nobody can sign in without asking the administrator.',
    require: 'Ask for a code',
    releaseTitle: 'No longer ask everyone for a code?',
    releaseText: 'Members who switched it on for their own account are still asked.',
    release: 'No longer ask',
    twoFactorSaved: 'Two-factor sign-in updated.',
  },
  limits: {
    hints: {
      users: 'Members and pending invitations',
      iframes: 'Counted together',
      storage: 'Uploaded files',
      monthlyRequests: 'Starts anew on the first of the month (UTC)',
      yearlyRequests: 'Starts anew on 1 January (UTC)',
    },
  },
};
