import type { MailTexts } from '../mail-text.ts';

const holds = (minutes: number) =>
  `The code works once and holds for ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`;
const inDays = (days: number) => (days === 1 ? 'one day' : `${days} days`);

export const en: MailTexts = {
  sign_in_code: ({ code, minutes }) => ({
    subject: 'Your code to sign in to Lectern',
    blocks: [
      'Someone, most likely you, has just entered your password to sign in to Lectern. This code completes the sign-in:',
      { code },
      holds(minutes),
      'If this was not you, someone else knows your password. Do not pass the code on, and change your password.',
    ],
  }),
  verify_email: ({ code, minutes }) => ({
    subject: 'Confirm your e-mail address for Lectern',
    blocks: [
      'An account on Lectern was opened with this e-mail address. This code confirms that the address is yours:',
      { code },
      holds(minutes),
      'If you did not open an account, you need not do anything: without the code the address is not confirmed.',
    ],
  }),
  reset_password: ({ code, minutes }) => ({
    subject: 'Your code to set a new password for Lectern',
    blocks: [
      'You asked to set a new password for your Lectern account. Enter this code to go on:',
      { code },
      holds(minutes),
      'If you did not ask for this, you can ignore this mail: your password stays as it is.',
    ],
  }),
  change_two_factor: ({ code, minutes }) => ({
    subject: 'Your code to change two-factor sign-in for Lectern',
    blocks: [
      'You asked to change the two-factor sign-in of your Lectern account. Enter this code to confirm the change:',
      { code },
      holds(minutes),
      'If you did not ask for this, someone else may be signed in to your account. Do not pass the code on, change your password, and end the sessions that you do not know.',
    ],
  }),
  address_already_registered: ({ url }) => ({
    subject: 'You already have a Lectern account',
    blocks: [
      'Someone, most likely you, has just tried to open a Lectern account with this e-mail address. The address already has an account, so no second one was opened.',
      'You can sign in with it, or set a new password if you have forgotten yours.',
      { link: 'Go to sign-in', url },
      'If this was not you, you need not do anything: your account has not changed.',
    ],
  }),
  knowledge_base_withdrawn: ({ knowledgeBase, assistants }) => ({
    subject: `${knowledgeBase} was made private`,
    blocks: [
      `The knowledge base “${knowledgeBase}” was made private. These assistants of yours no longer answer from it:`,
      assistants.join(', '),
      'Ask its owner to share it with the team if they need it.',
    ],
  }),
  flow: ({ subject, text, flow, companyName }) => ({
    subject,
    blocks: [...text.split(/\n{2,}/), `Sent by the flow “${flow}” of ${companyName}.`],
  }),
  conversation: ({ askedBy, assistant, turns, omitted, url }) => ({
    subject: `A conversation with ${assistant} needs you`,
    blocks: [
      `${askedBy} mails you this conversation with your assistant “${assistant}”, because it found nothing relevant.`,
      ...(omitted === 0
        ? []
        : [
            omitted === 1
              ? 'One earlier question is left out.'
              : `${omitted} earlier questions are left out.`,
          ]),
      ...turns.flatMap(({ question, answer }) => [
        { speaker: askedBy, said: question },
        { speaker: assistant, said: answer },
      ]),
      { link: 'Open the assistant', url },
      'To help, add a document that answers the question, or reply to the person who asked.',
    ],
  }),
  password_changed: ({ url }) => ({
    subject: 'The password of your Lectern account was changed',
    blocks: [
      'The password of your Lectern account has just been changed. For your safety, all other devices were signed out.',
      'If this was you, you need not do anything.',
      'If this was not you, set a new password at once: the sign-in page lets you do so without the present one.',
      { link: 'Go to sign-in', url },
    ],
  }),
  invitation: ({ companyName, invitedBy, url, days }) => ({
    subject: `Invitation to ${companyName} on Lectern`,
    blocks: [
      `${invitedBy} invites you to join the team of ${companyName} on Lectern.`,
      'There you can accept or decline. If you have no account yet, open one with this e-mail address.',
      { link: 'See the invitation', url },
      `The invitation holds for ${inDays(days)}.`,
      'If you do not know who invites you, you can ignore this mail: nothing happens without your consent.',
    ],
  }),
  new_account: ({ username, email, password, companyName, url }) => ({
    subject: 'Your new Lectern account',
    blocks: [
      `${companyName} has opened a Lectern account for you. Sign in with these details:`,
      {
        facts: [
          ['Username', username],
          ['E-mail', email],
          ['Password', password],
        ],
      },
      { link: 'Sign in', url },
      'You will be asked to choose a password of your own when you first sign in. Please delete this mail afterwards.',
      `If you did not expect this account, please ask ${companyName}.`,
    ],
  }),
  webhook_disabled: ({ address, reason, days, companyName, url }) => ({
    subject: `A webhook of ${companyName} was switched off`,
    blocks: [
      reason === 'gone'
        ? `The webhook endpoint ${address} answered that it is gone for good (410). Lectern sends it nothing more.`
        : `No delivery has reached the webhook endpoint ${address} for ${inDays(days)}. Lectern sends it nothing more.`,
      'Deliveries that wait are kept. They are sent once you switch the endpoint on again.',
      { link: 'Open the webhooks', url },
    ],
  }),
  test: () => ({
    subject: 'Test mail from Lectern',
    blocks: [
      'An administrator of Lectern sent this mail to see whether mail is delivered. It has arrived, so it is.',
      'You need not do anything.',
    ],
  }),
  colon: ': ',
  footer: (url) => `Lectern sent this mail automatically. ${url}`,
};
