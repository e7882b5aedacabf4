import type { shell as english } from '../en/shell.ts';
import type { Texts } from '../texts.ts';

export const shell: Texts<typeof english> = {
  productName: 'Lectern',
  loading: 'Chargement…',
  copied: 'Copié',
  panes: 'Volets',
  resizePanes: 'Redimensionner les volets',
  actions: {
    save: 'Enregistrer',
    cancel: 'Annuler',
    close: 'Fermer',
    delete: 'Supprimer',
    edit: 'Modifier',
    rename: 'Renommer',
    create: 'Créer',
    add: 'Ajouter',
    copy: 'Copier',
    search: 'Rechercher',
    retry: 'Réessayer',
    reload: 'Recharger la page',
    back: 'Retour',
    backHome: 'Retour à l’accueil',
    more: 'Autres actions',
  },
  errors: {
    title: 'Le chargement a échoué',
    network: 'Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.',
    aborted: 'La demande a été interrompue.',
    unavailable: 'Le serveur est surchargé ou redémarre. Réessayez dans un instant.',
    unexpected:
      'Un incident inattendu s’est produit. Réessayez ; s’il persiste, prévenez votre administrateur.',
    requestId: 'Demande {{requestId}}',
    crashTitle: 'Cette page a cessé de fonctionner',
    outdatedTitle: 'Une nouvelle version est disponible',
    outdatedText:
      'Lectern a été mis à jour pendant que cette page était ouverte. Rechargez-la pour continuer.',
  },
  notFound: {
    title: 'Page introuvable',
    text: 'Il n’y a rien à cette adresse. La page a peut-être été déplacée ou supprimée.',
  },
  forbidden: {
    title: 'Vous ne pouvez pas consulter cette page',
    text: 'Votre niveau dans cette entreprise n’y donne pas accès. Adressez-vous à un administrateur si vous en avez besoin.',
  },
  table: {
    selectAll: 'Tout sélectionner',
    select: 'Sélectionner {{name}}',
    range: '{{from}}–{{to}} sur {{total}}',
    page: 'Page {{page}}',
    first: 'Première page',
    previous: 'Page précédente',
    next: 'Page suivante',
    last: 'Dernière page',
  },
  photo: {
    choose: 'Choisir une image',
    remove: 'Retirer',
    failed: 'Cette image est illisible. Choisissez un fichier PNG, JPEG ou WebP.',
  },
  validation: {
    required: 'Veuillez remplir ce champ.',
  },
};
