import type { administration as english } from '../en/administration.ts';
import type { Texts } from '../texts.ts';
import { accountTexts } from './administration/accounts.ts';
import { companyTexts } from './administration/companies.ts';
import { mailTexts } from './administration/mails.ts';
import { packageTexts } from './administration/packages.ts';

export const administration: Texts<typeof english> = {
  ...companyTexts,
  ...accountTexts,
  ...packageTexts,
  ...mailTexts,
  form: {
    email: 'Adresse e-mail',
    username: 'Nom d’utilisateur',
    language: 'Langue de l’e-mail',
    languageText: 'Le compte commence dans cette langue ; son titulaire peut en changer.',
    package: 'Forfait',
    packageRequired: 'Choisissez un forfait.',
    choose: 'Choisir',
    actions: 'Actions',
  },
  levels: {
    '0': 'Utilisateur',
    '1': 'Utilisateur avancé',
    '2': 'Entreprise',
  },
  levelTexts: {
    '0': 'Discute avec les assistants.',
    '1': 'Crée aussi des bases de connaissances et des assistants.',
    '2': 'Dirige aussi l’entreprise : personnes, limites, modèles.',
  },
  kinds: {
    company: 'Entreprise',
    personal: 'Personnel',
  },
  password: {
    label: 'Mot de passe généré',
    once: 'Il n’est affiché que cette fois. Il est aussi envoyé par e-mail et doit être changé à la première connexion.',
    onceUnmailed:
      'Il n’est affiché que cette fois et doit être changé à la première connexion. Aucun serveur de messagerie n’est configuré : transmettez-le vous-même.',
  },
  picker: {
    company: 'Entreprise',
    companyPlaceholder: 'Nom de l’entreprise',
    anyCompany: 'Toute entreprise',
    clear: 'De nouveau toute entreprise',
    none: 'Aucune entreprise de ce nom',
  },
  audit: {
    onlyImpersonated: 'Seulement au nom d’une entreprise',
  },
  system: {
    text: 'Les composants de cette installation, le courrier qui en part et ce qui y a été modifié.',
    openOutbox: 'Ouvrir la boîte d’envoi',
  },
  tabs: {
    label: 'Parties de la page Système',
    status: 'État',
    mail: 'Boîte d’envoi',
    audit: 'Journal d’audit',
  },
};
