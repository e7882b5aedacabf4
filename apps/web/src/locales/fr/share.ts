import type { share as en } from '../en/share.ts';
import type { Texts } from '../texts.ts';

export const share: Texts<typeof en> = {
  title: 'Partager',
  text: 'Un lien montre les messages affichés maintenant, en lecture seule. Les suivants s’y ajoutent quand vous mettez le lien à jour.',
  audience: 'Qui peut l’ouvrir',
  audiences: {
    company: {
      name: 'Les personnes de votre entreprise',
      text: 'Elles se connectent et ouvrent les documents auxquels elles ont accès.',
    },
    anyone: {
      name: 'Toute personne disposant du lien',
      text: 'Sans connexion. Elle lit vos messages et leurs citations, mais n’ouvre aucun document.',
    },
  },
  audienceBadges: {
    company: 'Entreprise',
    anyone: 'Tout le monde',
  },
  publicForbidden: 'Votre entreprise n’autorise pas les liens destinés à l’extérieur.',
  expires: 'Expiration',
  days_one: 'dans {{count}} jour',
  days_other: 'dans {{count}} jours',
  never: 'jamais',
  create: 'Créer le lien',
  newLink: 'Lien',
  newLinkText: 'Copiez-le maintenant : il ne sera plus affiché.',
  anyoneWarning:
    'Toute personne qui reçoit ce lien peut lire ces messages et ces citations, même en dehors de votre entreprise.',
  links: 'Liens vers cette conversation',
  link: 'Lien …{{hint}}',
  messages_one: '{{count}} message',
  messages_other: '{{count}} messages',
  sharedAt: 'état au {{date}}',
  expiresAt: 'expire le {{date}}',
  neverExpires: 'sans expiration',
  update: 'Mettre à jour avec les messages affichés',
  updated: 'Lien mis à jour',
  revoke: 'Révoquer',
  revoked: 'Lien révoqué',
  revokeTitle: 'Révoquer ce lien ?',
  revokeText: 'Il cesse aussitôt de fonctionner pour toutes les personnes qui l’ont.',
  revokeConfirm: 'Révoquer le lien',
  mine: 'Conversations partagées',
  mineText: 'Les liens que vous avez créés et qui fonctionnent encore.',
  more: 'Afficher plus',
  pageTitle: 'Conversation partagée',
  byline: 'Partagée par {{name}} · réponses de {{assistant}} · état au {{date}}',
  question: 'Question',
  cut: 'La suite n’est pas affichée : la personne qui l’a partagée n’a plus accès aux sources.',
  nothingLeft: 'Les messages de cette conversation ont été supprimés.',
  footnote:
    'Les réponses sont rédigées par un logiciel à partir des documents cités. Vérifiez l’essentiel dans les sources.',
  quoteOnly:
    'Vous voyez les mots cités dans la réponse. Le document lui-même s’ouvre pour les personnes qui y ont accès.',
  goneTitle: 'Ce lien ne fonctionne pas',
  companyOnlyTitle: 'Réservé aux membres de l’entreprise',
  signIn: 'Se connecter',
};
