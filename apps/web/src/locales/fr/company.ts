import type { company as english } from '../en/company.ts';
import type { Texts } from '../texts.ts';
import { apiTokenTexts } from './company/api-tokens.ts';
import { rightsTexts } from './company/rights.ts';
import { signOnTexts } from './company/sign-on.ts';
import { teamTexts } from './company/team.ts';

export const company: Texts<typeof english> = {
  ...teamTexts,
  ...rightsTexts,
  ...signOnTexts,
  ...apiTokenTexts,
  settings: {
    text: 'Ce que permet votre forfait, et comment on se connecte.',
    general: 'Général',
    name: 'Nom',
    nameText: 'Celui que l’on voit dans l’application, les invitations et les e-mails.',
    personalNameText: 'Celui que l’on voit dans les invitations et les e-mails.',
    since: 'Depuis le {{date}}',
    save: 'Enregistrer',
    saved: 'Entreprise modifiée.',
    package: 'Forfait',
    packageText: '« {{name}} ». L’administrateur de la plateforme peut vous en donner un autre.',
    security: 'Double authentification',
    requireTwoFactor: 'Chacun se connecte avec un code envoyé par e-mail',
    requireTwoFactorText:
      'Après le mot de passe, un code à six chiffres est envoyé et demandé. Les personnes qui passent par l’authentification unique sont contrôlées par votre fournisseur.',
    requireTitle: 'Demander un code à tout le monde ?',
    requireText:
      'Toutes les personnes qui n’ont pas encore saisi de code, vous y compris, devront se reconnecter avec un code envoyé à leur adresse.',
    requireNoMail:
      'Aucun serveur de messagerie n’est configuré ici : les codes n’arrivent que dans la boîte d’envoi de l’administrateur. Personne ne pourra se connecter sans le lui demander.',
    require: 'Demander un code',
    releaseTitle: 'Ne plus demander de code à tout le monde ?',
    releaseText: 'Les membres qui l’ont activé pour leur propre compte devront toujours en saisir un.',
    release: 'Ne plus demander',
    sharing: 'Partage',
    publicLinks: 'Liens pour des personnes extérieures',
    publicLinksText:
      'Les membres peuvent partager des conversations avec toute personne disposant du lien. Si l’option est désactivée, les liens existants cessent aussi de fonctionner.',
    publicLinksSaved: 'Partage mis à jour.',
    twoFactorSaved: 'Double authentification mise à jour.',
  },
  limits: {
    hints: {
      users: 'Membres et invitations en attente',
      iframes: 'Comptés ensemble',
      storage: 'Fichiers déposés',
      monthlyRequests: 'Repart de zéro le premier du mois (UTC)',
      yearlyRequests: 'Repart de zéro le 1er janvier (UTC)',
    },
  },
};
