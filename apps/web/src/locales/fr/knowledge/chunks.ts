import type { chunkTexts as english } from '../../en/knowledge/chunks.ts';
import type { Texts } from '../../texts.ts';

export const chunkTexts: Texts<typeof english> = {
  methods: {
    naive: {
      name: 'Général',
      description:
        'Suit le texte dans l’ordre de lecture et coupe au meilleur endroit avant la limite de jetons : entre deux paragraphes, sinon entre deux phrases. Un tableau reste entier tant qu’il tient.',
    },
    one: {
      name: 'Tout en un',
      description:
        'Le document entier forme un seul fragment. Pour les textes courts qui n’ont de sens qu’en entier.',
    },
  },
  options: {
    chunkTokenNumber: {
      label: 'Jetons par fragment',
      description: 'Nombre maximal de jetons d’un fragment ; un jeton vaut à peu près quatre lettres',
    },
    delimiter: {
      label: 'Séparateurs',
      description:
        'Caractères après lesquels on peut couper ; ce qui est entre accents graves commence toujours un nouveau fragment',
    },
    chunkOverlap: {
      label: 'Chevauchement',
      description: 'Jetons de la fin d’un fragment répétés au début du suivant',
    },
    excelToHtml: {
      label: 'Excel en HTML',
      description:
        'Les lignes des feuilles deviennent des tableaux HTML plutôt que des lignes « colonne : valeur »',
    },
    groupByPage: {
      label: 'Regrouper par page',
      description: 'Un fragment ne déborde jamais sur une autre page',
    },
    tableOfContentsChunkCount: {
      label: 'Fragments de table des matières',
      description:
        'Nombre de fragments tirés de la table des matières, remis aux modèles comme plan du document ; 0 pour aucun',
    },
  },
  cutting: {
    title: 'Découpage de « {{name}} »',
    method: 'Méthode de découpage',
    layoutRecognition: 'Reconnaissance de la mise en page',
    layoutRecognitionHint:
      'Reconnaît les colonnes, les titres, les tableaux et les en-têtes courants des pages PDF',
    saveAndParse: 'Enregistrer et analyser',
  },
  pageRanges: {
    label: 'Plages de pages',
    hint: 'Seules ces pages sont lues ; la page de fin est exclue. Sans plage, toutes le sont.',
    from: 'Plage {{number}} : page de début',
    to: 'Plage {{number}} : page de fin (exclue)',
    fromShort: 'Page de début',
    toShort: 'Page de fin (exclue)',
    add: 'Ajouter une plage',
    remove: 'Retirer la plage',
    removeOf: 'Retirer la plage {{number}}',
    missingStart: 'Il manque le numéro de la page de début',
    missingEnd: 'Il manque le numéro de la page de fin',
    toNotAfterFrom: 'La page de fin doit être après celle du début',
    fromBeforePrevious: 'Le début doit être après la fin de la plage précédente',
  },
  preview: {
    title: 'Aperçu',
    hint: 'Comment ces réglages découperaient un document. Rien n’est enregistré.',
    noDocuments: 'Envoyez un document pour voir ici comment il serait découpé.',
    document: 'Document',
    loading: 'Lecture du document en cours',
    summary_one: '{{shown}} fragment sur {{pages}} pages',
    summary_other: '{{shown}} fragments sur {{pages}} pages',
    summaryPageless_one: '{{shown}} fragment',
    summaryPageless_other: '{{shown}} fragments',
    more_one: 'et encore {{count}} fragment',
    more_other: 'et encore {{count}} fragments',
    none: 'Rien à découper',
    noneHint: 'Aucun texte n’a été trouvé avec ces réglages. Vérifiez les plages de pages.',
    failed: 'L’aperçu n’a pas pu être préparé',
  },
  chunks: {
    title: 'Fragments',
    tokens_one: '{{shown}} jeton',
    tokens_other: '{{shown}} jetons',
    page: 'Page {{page}}',
    edited: 'Modifié',
    show: 'Montrer le fragment {{number}} dans l’original',
    select: 'Sélectionner le fragment {{number}}',
    selectAll: 'Sélectionner tous les fragments de cette page',
    edit: 'Modifier',
    editOf: 'Modifier le fragment {{number}}',
    editTitle: 'Fragment {{number}}',
    add: 'Ajouter un fragment',
    addTitle: 'Nouveau fragment',
    created: 'Fragment créé',
    saved: 'Fragment mis à jour',
    deleted: 'Fragment supprimé',
    delete: 'Supprimer',
    deleteOf: 'Supprimer le fragment {{number}}',
    deleteTitle: 'Supprimer le fragment {{number}} ?',
    deleteManyTitle_one: 'Supprimer {{count}} fragment ?',
    deleteManyTitle_other: 'Supprimer {{count}} fragments ?',
    deleteText:
      'Il ne sera plus trouvé. Une nouvelle analyse du document rétablit ce qui figure dans l’original.',
    enabledOf: 'Utiliser le fragment {{number}} dans les réponses',
    search: 'Rechercher un fragment',
    filter: 'Fragments affichés',
    all: 'Tous',
    enabled: 'Actifs',
    disabled: 'Inactifs',
    length: 'Longueur des textes',
    excerpt: 'Extrait',
    full: 'Texte entier',
    text: 'Texte',
    mode: 'Présentation du texte',
    write: 'Édition',
    formatted: 'Aperçu',
    keywords: 'Mots-clés',
    keywordsHint: 'Mots sous lesquels ce fragment se trouve aussi ; validez chacun par Entrée',
    discard: 'Abandonner',
    discardTitle: 'Abandonner vos modifications ?',
    discardText: 'Ce que vous avez écrit dans ce fragment n’est pas encore enregistré.',
    none: 'Aucun fragment pour l’instant',
    noneHint: 'Ils apparaissent ici une fois le document analysé. Vous pouvez aussi en ajouter à la main.',
    noneFound: 'Aucun fragment ne correspond',
    noneFoundHint: 'Essayez un autre mot, ou affichez tous les fragments.',
  },
};
