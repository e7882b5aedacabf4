import type { guide as english } from '../en/guide.ts';
import type { Texts } from '../texts.ts';

export const guide: Texts<typeof english> = {
  title: 'Guide d’étude',
  description:
    'L’essentiel de ces documents : résumé, points clés, questions et réponses, termes et dates. Chaque entrée ouvre son passage.',
  of: 'Guide d’étude : {{name}}',
  back: 'Retour au document',
  summary: 'Résumé',
  keyPoints: 'Points clés',
  questions: 'Questions et réponses',
  glossary: 'Glossaire',
  timeline: 'Chronologie',
  page: 'page {{page}}',
  pageShort: 'p. {{page}}',
  open: 'Ouvrir le passage : {{place}}',
  byModel: 'Rédigé par {{model}} le {{date}}',
  byWords:
    'Phrases des documents, choisies par des règles. Un modèle de discussion peut rédiger un guide avec ses propres mots.',
  byWordsOnly:
    'Phrases des documents, choisies par des règles. Pour faire rédiger un guide, ajoutez un modèle de discussion.',
  outdated: 'Documents modifiés depuis',
  write: 'Rédiger avec le modèle',
  rewrite: 'Rédiger à nouveau',
  copy: 'Copier en Markdown',
  empty: 'Rien à mettre dans un guide',
  emptyHint: 'Ces documents ne contiennent aucune phrase complète, ou aucun n’a encore été analysé.',
  notParsed: 'Pas encore analysé',
  notParsedHint: 'Analysez le document pour obtenir son guide d’étude.',
};
