import type { archives as english } from '../en/archives.ts';
import type { Texts } from '../texts.ts';

export const archives: Texts<typeof english> = {
  title: 'Imports et exports',
  description:
    'Une archive contient les originaux, les fragments et les réglages. Un export reste téléchargeable pendant {{hours}} heures.',
  import: {
    button: 'Importer',
    hint: 'Un fichier en .lectern, {{max}} au plus',
    uploading: 'Envoi de {{name}}',
    failed: '{{name}} n’a pas été importé',
    tooLarge: 'Le fichier dépasse {{max}}.',
    dismiss: 'Fermer',
  },
  export: {
    title: 'Exporter « {{name}} »',
    text: 'Un seul fichier avec les originaux, les fragments tels qu’ils sont (même modifiés) et les réglages. Une autre installation de Lectern en fait la même base de connaissances.',
    withVectors: 'Inclure les vecteurs',
    withVectorsHint:
      'Le fichier est plus lourd, mais une installation dotée du même modèle de vectorisation n’a pas à les recalculer.',
    submit: 'Exporter',
  },
  what: { export: 'Export', import: 'Import' },
  state: {
    queued: 'En attente',
    running: 'En cours',
    finished: 'Terminé',
    failed: 'Échec',
    cancelled: 'Annulé',
  },
  stage: {
    packing: 'Préparation des documents',
    checking: 'Vérification de l’archive',
    unpacking: 'Reprise des documents',
  },
  documents_one: '{{shown}} document',
  documents_other: '{{shown}} documents',
  until: 'jusqu’au {{time}}',
  vectorsKept: 'vecteurs repris',
  vectorsMade: 'vecteurs recalculés',
  progressOf: 'Progression : {{name}}',
  download: 'Télécharger',
  downloadOf: 'Télécharger « {{name}} »',
  open: 'Ouvrir',
  openOf: 'Ouvrir « {{name}} »',
  cancel: 'Annuler',
  cancelOf: 'Annuler « {{name}} »',
  cancelTitle: 'Annuler cette tâche ?',
  cancelText: 'Il n’en restera rien.',
  cancelConfirm: 'Annuler la tâche',
  remove: 'Retirer de la liste',
  removeOf: 'Retirer « {{name}} » de la liste',
  removeTitle: 'Retirer cet export de la liste ?',
  removeText: 'Son archive est supprimée. La base de connaissances reste.',
  toast: {
    exportBegun: 'Export lancé',
    cancelled: 'Tâche annulée',
    deleted: 'Retiré de la liste',
  },
};
