import type { signOnTexts as english } from '../../en/company/sign-on.ts';
import type { Texts } from '../../texts.ts';

export const signOnTexts: Texts<typeof english> = {
  sso: {
    title: 'Authentification unique',
    text: 'Vos collaborateurs se connectent avec le compte qu’ils ont déjà, chez votre propre fournisseur OpenID Connect, tel que Microsoft Entra ID, Google, Okta ou Keycloak.',
    on: 'En service',
    off: 'Désactivée',
    none: 'Non configurée. Chacun se connecte avec son propre mot de passe.',
    setUp: 'Configurer',
    provider: '1. Chez votre fournisseur',
    providerText: 'Enregistrez-y Lectern comme application web et saisissez cette adresse.',
    redirectUrl: 'URL de redirection',
    connection: '2. Ce que le fournisseur vous indique',
    issuer: 'Émetteur',
    issuerText: 'L’adresse dont /.well-known/openid-configuration décrit le fournisseur.',
    issuerInvalid: 'Saisissez une adresse complète qui commence par http:// ou https://.',
    clientId: 'Identifiant du client',
    clientSecret: 'Secret du client',
    secretText: 'Enregistré chiffré ; on ne peut plus le lire, seulement le remplacer.',
    secretKept: 'Enregistré : {{secret}}. Laissez vide pour le conserver.',
    secretNeeded:
      'Un nouvel émetteur exige de ressaisir le secret : celui qui est enregistré ({{secret}}) reste lié au sien.',
    showSecret: 'Afficher ou masquer le secret',
    publicClient: 'Le fournisseur n’a pas donné de secret (client public)',
    scopes: 'Portées',
    scopesText: 'Ce qui est demandé au fournisseur ; openid, email et profile conviennent presque toujours.',
    signInPart: '3. Comment vos collaborateurs se connectent',
    signInName: 'Nom de connexion',
    signInNameText:
      'À saisir sur la page de connexion : 3 à 40 lettres minuscules, chiffres et traits d’union.',
    signInNameInvalid:
      'Utilisez 3 à 40 lettres minuscules, chiffres et traits d’union, avec une lettre ou un chiffre au début et à la fin.',
    address: 'Adresse directe',
    addressText: 'À diffuser : elle mène directement à cette connexion.',
    levelsPart: '4. Quel niveau ils obtiennent',
    levelsText:
      'Il est décidé à chaque connexion. Le plus haut niveau qui convient l’emporte ; le dernier membre de niveau Entreprise n’est jamais abaissé.',
    levelClaim: 'Attribut (claim)',
    levelClaimText:
      'Celui où le fournisseur nomme les groupes ou les rôles, par exemple groups. Vide : tout le monde obtient le niveau ci-dessous.',
    claimNeeded: 'Indiquez l’attribut qui contient ces valeurs.',
    rules: 'Les valeurs et leur niveau',
    value: 'Valeur',
    valueNamed: 'Valeur de la règle {{number}}',
    levelNamed: 'Niveau de la règle {{number}}',
    removeRule: 'Supprimer la règle {{number}}',
    addRule: 'Ajouter une règle',
    defaultLevel: 'Tous les autres',
    everyone: 'Tout le monde',
    refuse: 'Accès refusé',
    enabled: 'L’authentification unique est en service',
    enabledText:
      'Si vous la désactivez, ses sessions prennent fin et plus personne ne peut s’en servir ; les réglages sont conservés.',
    save: 'Enregistrer et vérifier',
    saveText: 'La description du fournisseur est lue d’abord ; si cela échoue, rien n’est modifié.',
    saved: 'Authentification unique mise à jour. Le fournisseur a répondu.',
    disableTitle: 'Désactiver l’authentification unique ?',
    disableText:
      'Toutes les personnes connectées par ce moyen sont déconnectées aussitôt et auront besoin d’un mot de passe pour revenir.',
    disable: 'Désactiver',
    delete: 'Supprimer',
    deleteTitle: 'Supprimer l’authentification unique ?',
    deleteText:
      'Les réglages et le secret enregistré sont supprimés, et toutes les personnes connectées par ce moyen sont déconnectées aussitôt. Leurs comptes restent ; celles qui n’ont jamais eu de mot de passe devront en demander un par e-mail.',
    deleted: 'Authentification unique supprimée.',
  },
};
