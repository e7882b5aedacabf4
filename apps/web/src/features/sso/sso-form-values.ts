import { type BodyInputOf, type SsoSettings, signInName, type updateCompanySso } from '@lectern/contract';

export type LevelRule = { key: number; value: string; level: number };

export type SsoFormValues = {
  signInName: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The provider gave no secret. */
  publicClient: boolean;
  scopes: string[];
  levelClaim: string;
  rules: LevelRule[];
  defaultLevel: number | null;
  enabled: boolean;
};

export const usualScopes = ['openid', 'email', 'profile'];

export function startValues(sso: SsoSettings | null): SsoFormValues {
  return {
    signInName: sso?.signInName ?? '',
    issuer: sso?.issuer ?? '',
    clientId: sso?.clientId ?? '',
    clientSecret: '',
    publicClient: sso !== null && sso.maskedSecret === null,
    scopes: sso?.scopes ?? usualScopes,
    levelClaim: sso?.levelClaim ?? '',
    rules: (sso?.levels ?? []).map((rule, key) => ({ key, ...rule })),
    defaultLevel: sso ? sso.defaultLevel : 0,
    enabled: sso?.enabled ?? true,
  };
}

/** People paste the address of the document as often as the issuer, with or without the last slash. */
function readIssuer(text: string): string {
  return text
    .trim()
    .replace(/\/\.well-known\/openid-configuration$/, '')
    .replace(/\/$/, '');
}

/** A stored secret stays with its issuer: it is never sent to another. */
export function keepsStoredSecret(values: SsoFormValues, sso: SsoSettings | null): boolean {
  return sso !== null && sso.maskedSecret !== null && readIssuer(sso.issuer) === readIssuer(values.issuer);
}

export type SsoProblem = 'required' | 'address' | 'name';
export type SsoField =
  | 'signInName'
  | 'issuer'
  | 'clientId'
  | 'clientSecret'
  | 'levelClaim'
  | `rule-${number}`;

function isAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** What keeps the form from being sent, by field. */
export function findSsoProblems(
  values: SsoFormValues,
  sso: SsoSettings | null,
): Partial<Record<SsoField, SsoProblem>> {
  const problems: Partial<Record<SsoField, SsoProblem>> = {};
  const issuer = values.issuer.trim();
  if (issuer === '') problems.issuer = 'required';
  else if (!isAddress(issuer)) problems.issuer = 'address';
  if (values.clientId.trim() === '') problems.clientId = 'required';
  if (!values.publicClient && values.clientSecret.trim() === '' && !keepsStoredSecret(values, sso))
    problems.clientSecret = 'required';
  if (values.signInName.trim() === '') problems.signInName = 'required';
  else if (!signInName.safeParse(values.signInName).success) problems.signInName = 'name';
  if (values.levelClaim.trim() === '' && values.rules.length > 0) problems.levelClaim = 'required';
  for (const rule of values.rules) if (rule.value.trim() === '') problems[`rule-${rule.key}`] = 'required';
  return problems;
}

function secretToSend(values: SsoFormValues): string | null | undefined {
  if (values.publicClient) return null;
  return values.clientSecret.trim() || undefined;
}

export function toSsoBody(values: SsoFormValues): BodyInputOf<typeof updateCompanySso> {
  return {
    signInName: values.signInName.trim().toLowerCase(),
    issuer: values.issuer.trim(),
    clientId: values.clientId.trim(),
    clientSecret: secretToSend(values),
    scopes: values.scopes,
    levelClaim: values.levelClaim.trim() || null,
    levels: values.rules.map(({ value, level }) => ({ value: value.trim(), level })),
    defaultLevel: values.defaultLevel,
    enabled: values.enabled,
  };
}
