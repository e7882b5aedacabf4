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
};
