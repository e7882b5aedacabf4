import type { visitor as en } from '../en/visitor.ts';
import type { Texts } from '../texts.ts';

export const visitor: Texts<typeof en> = {
  pageTitle: 'Discussion',
  unavailable: 'La discussion n’est pas disponible',
  placeholder: 'Posez une question…',
  retry: 'Réessayer',
  loading: 'Chargement…',
  history: 'Conversations précédentes',
  newConversation: 'Nouvelle conversation',
  close: 'Fermer la discussion',
  openDocument: 'Ouvrir le document',
  passageOnly: 'C’est le passage sur lequel la réponse s’appuie.',
  detailsTitle: 'Avant de commencer',
  detailsText: 'Vos coordonnées permettent à l’équipe de {{name}} de vous recontacter.',
  name: 'Nom',
  email: 'E-mail',
  nameMissing: 'Indiquez votre nom.',
  emailMissing: 'Indiquez votre adresse e-mail.',
  start: 'Commencer',
  skip: 'Passer',
  notice: 'Les réponses sont rédigées par un logiciel. Vérifiez l’essentiel dans les sources.',
};
