import type { MailTexts } from '../mail-text.ts';

const holds = (minutes: number) =>
  `Ce code ne sert qu’une fois et reste valable ${minutes <= 1 ? 'une minute' : `${minutes} minutes`}.`;
const forDays = (days: number) => (days <= 1 ? 'un jour' : `${days} jours`);

export const fr: MailTexts = {
  sign_in_code: ({ code, minutes }) => ({
    subject: 'Votre code de connexion à Lectern',
    blocks: [
      'Quelqu’un, vous sans doute, vient de saisir votre mot de passe pour se connecter à Lectern. Ce code achève la connexion :',
      { code },
      holds(minutes),
      'Si ce n’était pas vous, une autre personne connaît votre mot de passe. Ne transmettez ce code à personne et changez de mot de passe.',
    ],
  }),
  verify_email: ({ code, minutes }) => ({
    subject: 'Confirmez votre adresse e-mail pour Lectern',
    blocks: [
      'Un compte Lectern a été ouvert avec cette adresse e-mail. Ce code confirme que l’adresse est bien la vôtre :',
      { code },
      holds(minutes),
      'Si vous n’avez pas ouvert de compte, vous n’avez rien à faire : sans ce code, l’adresse n’est pas confirmée.',
    ],
  }),
  reset_password: ({ code, minutes }) => ({
    subject: 'Votre code pour changer de mot de passe Lectern',
    blocks: [
      'Vous avez demandé à définir un nouveau mot de passe pour votre compte Lectern. Saisissez ce code pour continuer :',
      { code },
      holds(minutes),
      'Si vous n’êtes pas à l’origine de cette demande, ignorez ce message : votre mot de passe reste inchangé.',
    ],
  }),
  change_two_factor: ({ code, minutes }) => ({
    subject: 'Votre code pour modifier la double authentification Lectern',
    blocks: [
      'Vous avez demandé à modifier la double authentification de votre compte Lectern. Saisissez ce code pour confirmer :',
      { code },
      holds(minutes),
      'Si vous n’êtes pas à l’origine de cette demande, une autre personne est peut-être connectée à votre compte. Ne transmettez ce code à personne, changez de mot de passe et fermez les sessions que vous ne reconnaissez pas.',
    ],
  }),
  address_already_registered: ({ url }) => ({
    subject: 'Vous avez déjà un compte Lectern',
    blocks: [
      'Quelqu’un, vous sans doute, vient d’essayer d’ouvrir un compte Lectern avec cette adresse e-mail. Elle a déjà un compte ; aucun second compte n’a été ouvert.',
      'Vous pouvez vous connecter avec celui-ci, ou définir un nouveau mot de passe si vous avez oublié le vôtre.',
      { link: 'Se connecter', url },
      'Si ce n’était pas vous, vous n’avez rien à faire : votre compte n’a pas changé.',
    ],
  }),
  knowledge_base_withdrawn: ({ knowledgeBase, assistants }) => ({
    subject: `${knowledgeBase} est devenue privée`,
    blocks: [
      `La base de connaissances « ${knowledgeBase} » est devenue privée. Ces assistants dont vous êtes propriétaire n’y cherchent plus leurs réponses :`,
      assistants.join(', '),
      'Si vous en avez besoin, demandez à la personne à qui elle appartient de la partager avec l’équipe.',
    ],
  }),
  flow: ({ subject, text, flow, companyName }) => ({
    subject,
    blocks: [...text.split(/\n{2,}/), `Envoyé par le flux « ${flow} » de ${companyName}.`],
  }),
  conversation: ({ askedBy, assistant, turns, omitted, url }) => ({
    subject: `Une conversation avec ${assistant} a besoin de vous`,
    blocks: [
      `${askedBy} vous envoie cette conversation avec votre assistant « ${assistant} », car il n’a rien trouvé de pertinent.`,
      ...(omitted === 0
        ? []
        : [
            omitted === 1
              ? 'Une question précédente n’est pas reprise.'
              : `${omitted} questions précédentes ne sont pas reprises.`,
          ]),
      ...turns.flatMap(({ question, answer }) => [
        { speaker: askedBy, said: question },
        { speaker: assistant, said: answer },
      ]),
      { link: 'Ouvrir l’assistant', url },
      'Pour aider, ajoutez un document qui répond à la question ou écrivez à la personne qui l’a posée.',
    ],
  }),
  password_changed: ({ url }) => ({
    subject: 'Le mot de passe de votre compte Lectern a changé',
    blocks: [
      'Le mot de passe de votre compte Lectern vient d’être changé. Par sécurité, tous les autres appareils ont été déconnectés.',
      'Si c’était vous, vous n’avez rien à faire.',
      'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe : la page de connexion le permet sans connaître l’actuel.',
      { link: 'Se connecter', url },
    ],
  }),
  invitation: ({ companyName, invitedBy, url, days }) => ({
    subject: `Invitation à rejoindre ${companyName} sur Lectern`,
    blocks: [
      `${invitedBy} vous invite à rejoindre l’équipe de ${companyName} sur Lectern.`,
      'Vous pouvez y accepter ou refuser l’invitation. Si vous n’avez pas encore de compte, ouvrez-en un avec cette adresse e-mail.',
      { link: 'Voir l’invitation', url },
      `L’invitation reste valable ${forDays(days)}.`,
      'Si vous ne connaissez pas la personne qui vous invite, ignorez ce message : rien ne se fait sans votre accord.',
    ],
  }),
  new_account: ({ username, email, password, companyName, url }) => ({
    subject: 'Votre nouveau compte Lectern',
    blocks: [
      `${companyName} vous a ouvert un compte Lectern. Voici de quoi vous connecter :`,
      {
        facts: [
          ['Nom d’utilisateur', username],
          ['E-mail', email],
          ['Mot de passe', password],
        ],
      },
      { link: 'Se connecter', url },
      'À votre première connexion, vous devrez choisir votre propre mot de passe. Supprimez ensuite ce message.',
      `Si vous n’attendiez pas ce compte, renseignez-vous auprès de ${companyName}.`,
    ],
  }),
  webhook_disabled: ({ address, reason, days, companyName, url }) => ({
    subject: `Un webhook de ${companyName} a été désactivé`,
    blocks: [
      reason === 'gone'
        ? `Le point de terminaison ${address} a répondu qu’il n’existe plus (410). Lectern ne lui envoie plus rien.`
        : `Aucun envoi n’a atteint le point de terminaison ${address} depuis ${days} jours. Lectern ne lui envoie plus rien.`,
      'Les envois en attente sont conservés. Ils partiront quand vous réactiverez le point de terminaison.',
      { link: 'Ouvrir les webhooks', url },
    ],
  }),
  test: () => ({
    subject: 'Message d’essai de Lectern',
    blocks: [
      'Un administrateur de Lectern a envoyé ce message pour voir si les e-mails arrivent à destination. Celui-ci est arrivé.',
      'Vous n’avez rien à faire.',
    ],
  }),
  colon: '\u00a0: ',
  footer: (url) => `Lectern a envoyé ce message automatiquement. ${url}`,
};
