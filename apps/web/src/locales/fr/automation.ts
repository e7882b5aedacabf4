import type { automation as en } from '../en/automation.ts';
import type { Texts } from '../texts.ts';

export const automation: Texts<typeof en> = {
  templates: {
    emptyFlow: 'Flux vide',
    emptyText: 'Une question et sa réponse, entre lesquelles ajouter des étapes.',
    beginWith: 'Point de départ',
    steps: 'Étapes',
    needs: 'Ce qu’il utilise',
    later: 'Vous pouvez aussi le choisir plus tard sur le nœud.',
    model: 'Modèle de chat',
    modelHint: 'S’il est vide, le modèle par défaut de l’entreprise est utilisé.',
    bases: 'Bases de connaissances',
    assistant: 'Assistant',
    credential:
      'Il nécessite des identifiants pour un service externe : choisissez-les sur les nœuds qui le signalent.',
    sketch: 'Aperçu du flux',
  },
  imports: {
    title: 'Importé de {{product}}',
    summary: '{{mapped}} éléments sur {{total}} ont été repris.',
    open: 'Ouvrir le flux',
    kept: 'Conservés en note',
    keptHint:
      'Rien ici ne fait leur travail. Ce qui précédait un tel élément mène à ce qui suivait ; sa note sur le canevas contient ses réglages.',
    changed: 'À vérifier',
    changedHint: 'Ces éléments ont été repris, mais pas en entier.',
    remarks: {
      knowledge_bases: 'Choisissez ses bases de connaissances.',
      model: 'Il utilise le modèle par défaut. Choisissez-en un autre si vous voulez.',
      credential: 'Sa clé n’a pas été reprise. Ajoutez des identifiants.',
      tools: 'Ses outils ont été omis.',
      files: 'Ses entrées de fichiers ont été omises.',
      expression: 'Une partie de ce qu’il calcule n’a pas été comprise. Vérifiez-le.',
      first_only: 'Seul le premier de plusieurs textes ou groupes a été repris.',
      result: 'Vérifiez ce que chaque tour produit.',
      option: 'Certains de ses réglages n’ont pas été compris.',
    },
  },
};
