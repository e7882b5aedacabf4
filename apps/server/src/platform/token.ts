import { createHash, randomBytes } from 'node:crypto';

/**
 * `lst`: a session; `lat`: an API token; `lin`: an invitation; `lsh`: a shared conversation; `lvt`: a visitor of a
 * widget. 256 bits, so that a plain hash protects them. `lwi` is the public id of a widget, and no secret.
 */
export type TokenKind = 'lst' | 'lat' | 'lin' | 'lsh' | 'lvt' | 'lwi';

export function generateToken(kind: TokenKind): string {
  return `${kind}_${randomBytes(32).toString('base64url')}`;
}

/** Only this is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
