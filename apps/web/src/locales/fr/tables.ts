import type { tables as en } from '../en/tables.ts';
import type { Texts } from '../texts.ts';

export const tables: Texts<typeof en> = {
  label: 'Calculé à partir du tableau {{table}}',
  result: 'Résultat',
  noRows: 'Aucune ligne ne correspond.',
  truncated: 'Seules les {{shown}} premières lignes sont affichées.',
  how: 'Comment ce résultat a été calculé',
  copy: 'Copier en CSV',
  copied: 'Copié',
  matched_one: '{{shown}} ligne du tableau correspond.',
  matched_other: '{{shown}} lignes du tableau correspondent.',
  byRules: 'La requête a été lue dans les mots de la question.',
  byModel: 'La requête a été écrite par le modèle de langage et vérifiée d’après les colonnes.',
  rows: 'Lignes prises en compte',
  firstRows: 'Premières lignes prises en compte',
};
