import { chunkMethodNames } from '@lectern/contract';
import type { methodTexts as english } from '../../en/knowledge/methods.ts';
import type { Texts } from '../../texts.ts';

const names = chunkMethodNames.fr;

export const methodTexts: Texts<typeof english> = {
  methods: {
    naive: {
      name: names.naive,
      description:
        'Suit le texte dans l’ordre de lecture et coupe au meilleur endroit avant la limite de jetons : entre deux paragraphes, sinon entre deux phrases. Un tableau reste entier tant qu’il tient.',
      use: 'La plupart des documents, et chaque fois que vous hésitez.',
    },
    book: {
      name: names.book,
      description:
        'Suit les parties et les chapitres : un fragment n’en mélange jamais deux et garde les titres placés au-dessus. Les tables des matières sont retirées du texte.',
      use: 'Les ouvrages longs à chapitres : rapports, guides, livres.',
    },
    laws: {
      name: names.laws,
      description:
        'Un article par fragment, avec le titre, le chapitre et la section dont il relève. Les numérotations française, anglaise et chinoise sont reconnues, même en texte simple.',
      use: 'Règlements, lois, contrats : tout ce que l’on cite par article.',
    },
    manual: {
      name: names.manual,
      description:
        'Découpe selon le plan, au niveau qui convient. Les étapes d’une procédure, leurs avertissements, les tableaux et les figures restent dans leur section, avec leurs légendes.',
      use: 'Manuels techniques, modes d’emploi, procédures.',
    },
    paper: {
      name: names.paper,
      description:
        'Lit le titre, les auteurs et le résumé, garde le résumé en un seul fragment et découpe le reste par sections, colonnes dans l’ordre de lecture.',
      use: 'Les publications scientifiques.',
    },
    presentation: {
      name: names.presentation,
      description: 'Une diapositive par fragment, avec son image, son titre et ses notes.',
      use: 'Les diaporamas, et les PDF qui en sont tirés.',
    },
    qa: {
      name: names.qa,
      description:
        'Une paire par fragment. La question du lecteur est comparée à la question ; c’est la réponse qui est citée.',
      use: 'Listes de questions en deux colonnes, ou questions en titres au-dessus des réponses.',
    },
    resume: {
      name: names.resume,
      description:
        'Range nom, coordonnées, emplois, diplômes et compétences dans des champs. Chaque emploi et chaque diplôme devient un fragment qui nomme aussi la personne.',
      use: 'Les candidatures : une personne par fichier.',
    },
    table: {
      name: names.table,
      description:
        'Une ligne par fragment, chaque valeur à côté du nom de sa colonne. Nombres, dates et oui/non sont reconnus : les questions peuvent les compter et les comparer.',
      use: 'Registres, tarifs, inventaires : feuilles avec une ligne d’en-tête.',
    },
    picture: {
      name: names.picture,
      description:
        'Le texte trouvé sur l’image, avec l’image elle-même. Un modèle de vision la décrit en plus.',
      use: 'Photos, schémas, pages isolées numérisées.',
    },
    one: {
      name: names.one,
      description: 'Le document entier forme un seul fragment.',
      use: 'Les textes courts qui n’ont de sens qu’en entier.',
    },
    knowledge_graph: {
      name: names.knowledge_graph,
      description:
        'Découpe comme Général, et tire du texte un graphe : les personnes, organisations, lieux et événements, et ce qui les relie.',
      use: 'Les questions sur les liens entre les choses, à travers de nombreux documents.',
    },
    email: {
      name: names.email,
      description:
        'Garde l’expéditeur, la date et l’objet avec le message ; les citations et les pièces jointes sont découpées à part.',
      use: 'Courriels et boîtes aux lettres exportées.',
    },
    audio: {
      name: names.audio,
      description:
        'Ce qui est dit, coupé aux pauses, avec le moment où c’est dit. Demande un modèle de transcription.',
      use: 'Réunions, appels et cours enregistrés.',
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
    groupBy: {
      label: 'Regrouper par',
      description: 'Ce qui forme un fragment ; ce qui dépasse la limite de jetons est encore découpé',
      choices: { article: 'Article', section: 'Section', chapter: 'Chapitre' },
    },
    keepReferences: {
      label: 'Garder la bibliographie',
      description: 'La liste des références forme ses propres fragments ; sinon elle est laissée de côté',
    },
    includeNotes: {
      label: 'Inclure les notes',
      description: 'Ce que l’orateur a écrit sous une diapositive l’accompagne',
    },
    columnsLeftOut: {
      label: 'Colonnes laissées de côté',
      description:
        'Colonnes absentes du texte des lignes, comme des numéros internes ; validez chacune par Entrée',
    },
    quotedHistory: {
      label: 'Courriels cités',
      description: 'Ce qui est repris de courriels antérieurs',
      choices: { apart: 'Dans leurs propres fragments', leave_out: 'Laissés de côté' },
    },
    trimSignatures: {
      label: 'Sans les signatures',
      description: 'Ce qui suit deux tirets, et les lignes du genre « Envoyé de mon téléphone »',
    },
    windowSeconds: {
      label: 'Secondes par fragment',
      description: 'Durée maximale d’un fragment en secondes ; 0 : autant que les jetons le permettent',
    },
  },
};
