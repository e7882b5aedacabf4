import type { reEmbeddingTexts as english } from '../../en/knowledge/re-embedding.ts';
import type { Texts } from '../../texts.ts';

export const reEmbeddingTexts: Texts<typeof english> = {
  reEmbedding: {
    open: 'Recalculer les vecteurs…',
    betterTitle: 'Recherche par le sens',
    betterText:
      'Avec {{model}}, {{found}} passages sur 100 qui répondent à une question de test figuraient parmi ses dix premiers résultats, contre {{foundBuiltIn}} avec le modèle intégré.',
    betterOpen: 'Recalculer avec {{model}}',
    title: 'Recalculer les vecteurs de « {{name}} »',
    intro:
      'Tous les fragments reçoivent de nouveaux vecteurs, à côté de ceux qui répondent aujourd’hui. Entre-temps, la base continue de répondre et ses documents restent modifiables ; les nouveaux vecteurs prennent le relais d’un seul coup.',
    model: 'Nouveau modèle de vectorisation',
    weight: 'Poids du dossier, du titre et des intertitres',
    weightHint: 'Part qu’ils prennent dans le vecteur d’un fragment',
    same: 'Le modèle et le poids restent les mêmes : tous les vecteurs sont recalculés.',
    estimating: 'Décompte des fragments',
    estimateTitle: 'Ce qui est demandé au modèle',
    chunks_one: '{{shown}} fragment',
    chunks_other: '{{shown}} fragments',
    builtIn: 'Calculé sur ce serveur, sans fournisseur et sans frais.',
    asks_one: 'Environ {{tokens}} jetons en {{calls}} appel.',
    asks_other: 'Environ {{tokens}} jetons en {{calls}} appels.',
    cost: 'Environ {{cost}}.',
    noPrice: 'Le modèle n’a pas de prix.',
    start: 'Recalculer',
    begun: 'Recalcul des vecteurs commencé',
    keep: 'Annuler',
    runningTitle: 'Recalcul des vecteurs avec {{model}}',
    queued: 'En attente de son tour',
    stages: {
      embedding: 'Calcul des vecteurs',
      indexing: 'Construction du nouvel index',
      catching_up: 'Reprise de ce qui a changé',
      swapping: 'Passage de relais',
    },
    count: '{{done}} {{done, noun(one: fragment; other: fragments)}} sur {{total}}',
    progress: 'Avancement du recalcul',
    waits: 'Nouveaux essais pendant une demi-heure, jusqu’à ce que cela reprenne : {{reason}}',
    answers: 'D’ici là, les vecteurs précédents répondent.',
    stop: 'Annuler le recalcul',
    stopTitle: 'Annuler le recalcul des vecteurs ?',
    stopText:
      'Les nouveaux vecteurs déjà calculés sont abandonnés. La base continue de répondre comme avant.',
    stopped: 'Recalcul annulé',
    failedTitle: 'Le recalcul des vecteurs a échoué',
    failedText:
      'Les vecteurs précédents continuent de répondre. Ce qui a été calculé est gardé et ne sera pas payé deux fois.',
    goOn: 'Reprendre',
    giveUp: 'Abandonner',
    done: 'Vecteurs recalculés le',
  },
};
