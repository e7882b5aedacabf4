import { email as emailSchema, username as usernameSchema } from '@lectern/contract';
import { cleanText } from '../../platform/database/clean-text.ts';
import type { SsoClaims, SsoProviderRow } from './sso.table.ts';

type Claims = Record<string, unknown>;

/** The limit in OpenID Connect. */
const maxSubjectLength = 255;
/** Some providers list every group of a large organization; more are not needed. */
const maxGroups = 1_000;

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Claims)[key]
    : undefined;

/** A claim by its name or by a path such as `realm_access.roles`; names that hold dots themselves come first. */
function readClaim(claims: unknown, path: string): unknown {
  const whole = own(claims, path);
  if (whole !== undefined) return whole;
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const inner = own(claims, path.slice(0, dot));
    const found = inner === undefined ? undefined : readClaim(inner, path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The values of a claim that may be a single value or a list. */
export function readGroups(claims: Claims, levelClaim: string | null): string[] {
  const value = levelClaim === null ? undefined : readClaim(claims, levelClaim);
  return (Array.isArray(value) ? value : [value])
    .filter((item) => ['string', 'number', 'boolean'].includes(typeof item))
    .slice(0, maxGroups)
    .map((item) => cleanText(String(item)));
}

/** Some providers send the flag as text. */
function readFlag(value: unknown): boolean | null {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : null;
}

/** The claims that sign-in needs; undefined without a subject. */
export function readSsoClaims(
  issuer: string,
  identity: Claims,
  userinfo: Claims,
  levelClaim: string | null,
): SsoClaims | undefined {
  const { sub } = identity;
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength || sub !== cleanText(sub))
    return undefined;
  // Address and flag come from the same source: the flag says nothing about another source's address.
  const source = typeof identity.email === 'string' ? identity : userinfo;
  const address = emailSchema.safeParse(source.email);
  const groups = readGroups(identity, levelClaim);
  const localPart = address.data?.split('@', 1)[0];
  return {
    issuer,
    subject: sub,
    email: address.data ?? null,
    emailVerified: readFlag(source.email_verified),
    names: [identity.preferred_username, userinfo.preferred_username, identity.name, userinfo.name, localPart]
      // Many providers have addresses for names; an account here is not called by one.
      .map((name) => (typeof name === 'string' ? cleanText(name).split('@', 1)[0] : name))
      .map((name) => usernameSchema.safeParse(name).data)
      .filter((name) => name !== undefined),
    groups: groups.length > 0 ? groups : readGroups(userinfo, levelClaim),
  };
}

/**
 * The level by the company's rules: the highest that matches, else the default. Null: no access. Undefined: the
 * provider does not decide levels, so members keep theirs.
 */
export function findLevel(
  provider: Pick<SsoProviderRow, 'levelClaim' | 'levels' | 'defaultLevel'>,
  groups: string[],
): number | null | undefined {
  if (provider.levelClaim === null) return undefined;
  const matching = provider.levels.filter(({ value }) => groups.includes(value)).map(({ level }) => level);
  return matching.length > 0 ? Math.max(...matching) : provider.defaultLevel;
}
