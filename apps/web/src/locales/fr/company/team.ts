import type { teamTexts as english } from '../../en/company/team.ts';
import type { Texts } from '../../texts.ts';

export const teamTexts: Texts<typeof english> = {
  levels: {
    user: {
      name: 'Utilisateur',
      text: 'Discute avec les assistants qui lui sont ouverts, et n’en voit rien d’autre.',
    },
    elevated: {
      name: 'Utilisateur avancé',
      text: 'Crée aussi des bases de connaissances et des assistants, et travaille à ceux de l’équipe.',
    },
    company: {
      name: 'Entreprise',
      text: 'Dirige l’entreprise : personnes, droits et réglages. Y voit et y gère tout.',
    },
  },
  team: {
    text: 'Les personnes de {{company}}, ce que chacune peut faire, et ce qui a été modifié.',
    personalText:
      'Cet espace est le vôtre. Invitez-y des personnes : elles partageront ses bases de connaissances et ses assistants avec vous.',
    tabs: 'Parties de cette page',
    members: 'Membres',
    activity: 'Activité',
    list: 'Membres',
    search: 'Chercher un nom ou un e-mail',
    person: 'Personne',
    level: 'Niveau',
    lastSeen: 'Dernière visite',
    state: 'État',
    actions: 'Actions',
    you: 'Vous',
    neverSeen: 'Jamais',
    active: 'Actif',
    disabled: 'Compte désactivé',
    mustChangePassword: 'Mot de passe à changer',
    twoFactor: 'Double authentification',
    menu: 'Actions pour {{name}}',
    changeLevel: 'Changer le niveau',
    remove: 'Retirer',
    noneFound: 'Personne ne correspond',
    noneFoundText: 'Aucun membre ne s’appelle à peu près « {{search}} ».',
    invitationsCount: 'Les invitations sans réponse comptent aussi.',
    full: 'Toutes les places de votre forfait sont prises. Retirez un membre ou une invitation, ou demandez un forfait plus grand à l’administrateur.',
    createUser: 'Créer un utilisateur',
  },
  changeLevel: {
    title: 'Niveau de {{name}}',
    text: 'Il s’applique aussitôt, y compris dans les sessions ouvertes.',
    save: 'Changer le niveau',
    saved: 'Niveau modifié.',
  },
  remove: {
    title: 'Retirer {{name}} ?',
    signedOut: 'Ses sessions ici et ses jetons d’API prennent fin aussitôt.',
    stays: 'Les bases de connaissances et les assistants que cette personne a créés restent ici.',
    account: 'Son compte lui-même n’est pas supprimé, et elle peut être invitée à nouveau.',
    confirm: 'Retirer',
    removed: 'Membre retiré.',
  },
  invite: {
    button: 'Inviter',
    title: 'Inviter dans l’équipe',
    text_one:
      'Un e-mail avec un lien est envoyé ; la personne accepte ou refuse dans un délai de {{count}} jour.',
    text_other:
      'Un e-mail avec un lien est envoyé ; la personne accepte ou refuse dans un délai de {{count}} jours.',
    email: 'Adresse e-mail',
    emailPlaceholder: 'nom@exemple.fr',
    level: 'Niveau',
    send: 'Envoyer l’invitation',
    sent: 'Invitation créée et envoyée.',
    stored: 'Invitation créée ; son e-mail attend dans la boîte d’envoi de l’administrateur.',
    noMail:
      'Aucun serveur de messagerie n’est configuré ici : l’invitation attend dans la boîte d’envoi de l’administrateur, qui devra la transmettre.',
  },
  invitations: {
    title: 'Invitations en attente',
    text: 'Elles attendent une réponse, et chacune occupe une place de votre forfait.',
    email: 'Adresse e-mail',
    level: 'Niveau',
    invitedBy: 'Invité par',
    expires: 'Valable jusqu’au',
    expired: 'Expirée',
    actions: 'Actions',
    resend: 'Renvoyer',
    resendNamed: 'Renvoyer l’invitation de {{email}}',
    resent: 'Invitation mise à jour, avec un nouveau lien.',
    withdraw: 'Annuler l’invitation',
    withdrawNamed: 'Annuler l’invitation de {{email}}',
    withdrawTitle: 'Annuler l’invitation de {{email}} ?',
    withdrawText: 'Le lien de l’e-mail cesse de fonctionner, et la place redevient libre.',
    withdrawn: 'Invitation supprimée.',
  },
  alone: {
    title: 'Il n’y a encore que vous ici',
    text: 'Invitez les personnes avec qui vous travaillez. Vous choisissez pour chacune ce qu’elle peut faire.',
    package:
      'Votre forfait est prévu pour une seule personne. Demandez un forfait plus grand à l’administrateur pour en inviter d’autres.',
  },
  createUser: {
    personalText:
      'Crée aussitôt un compte dans votre espace, avec un mot de passe généré que la personne devra changer à sa première connexion.',
    text: 'Crée aussitôt un compte dans {{company}}, avec un mot de passe généré que la personne devra changer à sa première connexion.',
    email: 'Adresse e-mail',
    emailText: 'Elle ne pourra plus changer.',
    username: 'Nom d’utilisateur',
    usernameText: 'Celui que les autres voient ; il sert aussi à se connecter.',
    level: 'Niveau',
    language: 'Langue',
    languageText: 'Celle de l’e-mail, puis des pages tant que la personne n’en choisit pas une autre.',
    submit: 'Créer l’utilisateur',
    created: 'Utilisateur créé.',
    resultTitle: '{{name}} peut maintenant se connecter',
    password: 'Mot de passe généré',
    passwordText: 'Il n’est affiché que cette fois. Un nouveau devra être choisi à la première connexion.',
    mailedToo: 'Il a aussi été envoyé à {{email}}.',
    mailWaits:
      'Aucun serveur de messagerie n’est configuré ici, rien n’a donc été envoyé : transmettez vous-même le mot de passe.',
    mailedOnly:
      'Le mot de passe a été envoyé à {{email}}. Il n’est pas montré à un administrateur qui agit au nom de l’entreprise.',
    mailedOnlyWaits:
      'Aucun serveur de messagerie n’est configuré ici : l’e-mail avec le mot de passe attend dans la boîte d’envoi de l’administrateur. Le mot de passe n’est pas montré à un administrateur qui agit au nom de l’entreprise.',
    another: 'En créer un autre',
    toTeam: 'Voir l’équipe',
  },
};
