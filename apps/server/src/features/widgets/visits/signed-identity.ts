import { AppError } from '@lectern/contract';
import { jwtVerify } from 'jose';

/** How long a signed identity may be valid: it travels through the visitor's browser. */
const longestSeconds = 600;
const clockTolerance = 30;

export type SignedIdentity = { subject: string; name: string; email: string; expiresAt: Date };

const textOf = (value: unknown, most: number) =>
  typeof value === 'string' ? value.trim().slice(0, most) : '';

/**
 * Who visits, as the site's server signed it: a JSON Web Token with HS256 and the claims `sub`, `iat`, `exp` (ten
 * minutes after `iat` at most), and `name` and `email` where the site tells them. Throws `widget.identity_invalid`.
 */
export async function readSignedIdentity(token: string, secret: string): Promise<SignedIdentity> {
  const verified = await jwtVerify(token, new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance,
  }).catch(() => {
    throw new AppError('widget.identity_invalid');
  });
  const { sub, iat, exp, name, email } = verified.payload;
  const subject = textOf(sub, 255);
  if (
    subject === '' ||
    !iat ||
    !exp ||
    exp - iat > longestSeconds ||
    iat > Date.now() / 1_000 + clockTolerance
  )
    throw new AppError('widget.identity_invalid');
  return {
    subject,
    name: textOf(name, 255),
    email: textOf(email, 255),
    expiresAt: new Date((exp + clockTolerance) * 1_000),
  };
}
