import type { account as english } from '../en/account.ts';
import type { Texts } from '../texts.ts';

export const account: Texts<typeof english> = {
  profile: {
    text: 'Comment les autres vous voient, et comment vous voyez Lectern.',
    photo: 'Photo',
    emailFixed: 'L’adresse e-mail ne peut plus changer après l’inscription.',
    colorScheme: 'Apparence',
    colorSchemes: {
      light: 'Claire',
      dark: 'Sombre',
      auto: 'Celle du système',
    },
    language: 'Langue',
    timezone: 'Fuseau horaire',
    timezoneText: 'Les dates et les heures sont affichées dans ce fuseau.',
    timezoneNone: 'Aucun fuseau de ce nom',
    timezoneNow: 'Il y est actuellement {{time}}.',
    timezoneDevice: 'Prendre celui de cet appareil ({{zone}})',
    username: 'Nom d’utilisateur',
    email: 'Adresse e-mail',
    saved: 'Votre profil a été mis à jour.',
  },
  home: {
    welcome: 'Bienvenue, {{name}}',
    text: 'Vos documents, vos assistants, et des réponses qui montrent leurs sources.',
    passwordTitle: 'Choisissez votre propre mot de passe',
    passwordText:
      'Vous utilisez encore le mot de passe généré pour vous. Changez-le pour accéder au reste de Lectern.',
    stepsTitle: 'Des documents aux réponses',
    stepsText: 'Quatre étapes, quelques minutes.',
    done: 'Fait',
    steps: {
      base: {
        title: 'Créer une base de connaissances',
        text: 'Un lieu pour les documents qui vont ensemble.',
        action: 'Créer',
      },
      upload: {
        title: 'Déposer des documents',
        text: 'PDF, Word, Excel, présentations, pages web, courriels et bien d’autres.',
        action: 'Déposer',
      },
      test: {
        title: 'Tester la recherche',
        text: 'Posez les questions de vos lecteurs et voyez chaque passage avec son score.',
        action: 'Tester',
      },
      assistant: {
        title: 'Créer un assistant',
        text: 'Il répond d’après vos documents et cite le passage.',
        action: 'Créer',
      },
    },
    assistants: 'Vos assistants',
    noAssistants: 'Aucun assistant pour l’instant',
    noAssistantsText:
      'Dès que quelqu’un de votre entreprise partage un assistant avec vous, il apparaît ici.',
    bases: 'Vos bases de connaissances',
    allBases: 'Toutes',
    documents_one: '{{number}} document',
    documents_other: '{{number}} documents',
    limits: 'Limites et utilisation',
    noLimits: 'Votre forfait est sans limites. Utilisation :',
    noOtherLimits: 'Sans limite :',
  },
  email: {
    verified: 'Vérifiée',
    notVerified: 'Non vérifiée',
    verify: 'Vérifier',
    why: 'Les invitations des entreprises n’apparaissent ici qu’une fois votre adresse vérifiée.',
    dialog: 'Vérifier votre adresse e-mail',
    done: 'Votre adresse e-mail est vérifiée.',
  },
  security: {
    title: 'Mot de passe et sécurité',
    text: 'Votre mot de passe, le code à la connexion, et les endroits où vous êtes connecté.',
    passwordTitle: 'Mot de passe',
    twoFactorTitle: 'Code à la connexion',
    twoFactorText:
      'Après le mot de passe, un code à six chiffres vous est envoyé par e-mail et demandé. Un mot de passe seul n’ouvre alors plus rien.',
    on: 'Activé',
    off: 'Désactivé',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
    turnOnTitle: 'Activer le code à la connexion',
    turnOffTitle: 'Désactiver le code à la connexion',
    turnOnText:
      'Saisissez votre mot de passe ; un code vous sera ensuite envoyé, pour vérifier qu’il vous parvient bien.',
    turnOffText:
      'Votre mot de passe seul suffira alors pour vous connecter. Saisissez-le ; un code vous sera ensuite envoyé.',
    next: 'Continuer',
    turnedOn: 'Désormais, un code est demandé à la connexion.',
    turnedOff: 'Désormais, votre mot de passe seul suffit pour vous connecter.',
    companyMayAsk: 'Une entreprise peut demander un code à tous ses membres, même si le vôtre est désactivé.',
    sessionsTitle: 'Où vous êtes connecté',
    sessionsText: 'Déconnectez ce que vous ne reconnaissez pas, puis changez votre mot de passe.',
    thisDevice: 'Cet appareil',
    unknownDevice: 'Appareil inconnu',
    device: '{{browser}} sur {{system}}',
    since: 'Connecté {{when}}',
    lastUsed: 'Dernière utilisation {{when}}',
    unknownAddress: 'Adresse inconnue',
    bySingleSignOn: 'Par la connexion de l’entreprise',
    signOut: 'Déconnecter',
    signOutOf: 'Déconnecter {{device}}',
    signedOut: 'L’appareil a été déconnecté.',
    signOutTitle: 'Déconnecter {{device}} ?',
    signOutText: 'Il faudra s’y reconnecter.',
    others: 'Déconnecter tous les autres',
    othersTitle: 'Déconnecter tous les autres appareils ?',
    othersText_one: 'Il faudra se reconnecter sur un autre appareil. Celui-ci reste connecté.',
    othersText_other: 'Il faudra se reconnecter sur {{count}} autres appareils. Celui-ci reste connecté.',
    othersDone: 'Vous êtes déconnecté partout ailleurs.',
    onlyHere: 'Vous n’êtes connecté que sur cet appareil.',
  },
  refusedHere: {
    impersonationTitle: 'Pas pendant que vous agissez au nom d’une entreprise',
    impersonationText:
      'Ceci appartient au compte lui-même. Revenez à votre propre compte pour modifier le vôtre.',
    singleSignOnTitle: 'Votre entreprise s’en occupe',
    singleSignOnText:
      'Vous vous êtes connecté par votre entreprise, qui gère votre mot de passe. Pour modifier ce qui est gardé ici, connectez-vous avec un mot de passe de Lectern.',
  },
  invitations: {
    title_one: 'Vous êtes invité',
    title_other: 'Vous avez {{count}} invitations',
    text: '{{person}} vous invite dans {{company}}',
  },
  limitNotices: {
    nearTitle_one: 'Une limite est bientôt atteinte',
    nearTitle_other: 'Des limites sont bientôt atteintes',
    fullTitle_one: 'Une limite est atteinte',
    fullTitle_other: 'Des limites sont atteintes',
    near: {
      users:
        '{{amount}} : bientôt plus personne ne pourra rejoindre l’entreprise. Retirez les membres ou les invitations devenus inutiles.',
      assistants:
        '{{amount}} : bientôt vous ne pourrez plus en créer. Supprimez ceux que personne n’utilise.',
      knowledgeBases:
        '{{amount}} : bientôt vous ne pourrez plus en créer. Supprimez celles que personne n’utilise.',
      iframes: '{{amount}} : bientôt vous ne pourrez plus en créer. Révoquez ceux que personne n’utilise.',
      storage:
        '{{amount}} : bientôt vous ne pourrez plus déposer de fichiers. Supprimez les documents devenus inutiles.',
      monthlyRequests:
        '{{amount}} : une fois épuisées, il faudra attendre le premier du mois prochain pour en poser d’autres.',
      yearlyRequests:
        '{{amount}} : une fois épuisées, il faudra attendre la nouvelle année pour en poser d’autres.',
    },
  },
};
