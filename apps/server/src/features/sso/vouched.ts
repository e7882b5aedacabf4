import { email as emailSchema, username as usernameSchema } from '@lectern/contract';
import { cleanText } from '../../platform/database/clean-text.ts';
import type { SsoProviderRow, Vouched } from './sso.table.ts';

type Claims = Record<string, unknown>;

/** As OpenID Connect bounds it. */
const longestSubject = 255;
/** Some providers name every group of a large house; more than this no rule of ours asks about. */
const mostGroups = 1_000;

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

/** The values of a claim that may be a word or a list of them. */
export function readGroups(claims: Claims, levelClaim: string | null): string[] {
  const value = levelClaim === null ? undefined : readClaim(claims, levelClaim);
  return (Array.isArray(value) ? value : [value])
    .filter((item) => ['string', 'number', 'boolean'].includes(typeof item))
    .slice(0, mostGroups)
    .map((item) => cleanText(String(item)));
}

/** Some providers write the flag as a word. */
function readFlag(value: unknown): boolean | null {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : null;
}

/** What is needed of what the provider said; undefined where it names nobody. */
export function readVouched(
  issuer: string,
  identity: Claims,
  userinfo: Claims,
  levelClaim: string | null,
): Vouched | undefined {
  const { sub } = identity;
  if (typeof sub !== 'string' || sub === '' || sub.length > longestSubject || sub !== cleanText(sub))
    return undefined;
  // Address and flag come from one place: a flag says nothing of an address that stands elsewhere.
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
      .map((name) => usernameSchema.safeParse(typeof name === 'string' ? cleanText(name) : name).data)
      .filter((name) => name !== undefined),
    groups: groups.length > 0 ? groups : readGroups(userinfo, levelClaim),
  };
}

/**
 * The level that the company's rules give: the highest that matches, else the one for everyone else. Null: no
 * access. Undefined: levels are not the provider's business here, so that members keep theirs.
 */
export function findLevel(
  provider: Pick<SsoProviderRow, 'levelClaim' | 'levels' | 'defaultLevel'>,
  groups: string[],
): number | null | undefined {
  if (provider.levelClaim === null) return undefined;
  const matching = provider.levels.filter(({ value }) => groups.includes(value)).map(({ level }) => level);
  return matching.length > 0 ? Math.max(...matching) : provider.defaultLevel;
}
