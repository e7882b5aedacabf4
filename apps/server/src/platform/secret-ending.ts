/** The ending helps to tell secrets apart; of a short one it would tell too much. */
export function secretEnding(secret: string): string {
  return secret.length >= 12 ? secret.slice(-4) : '';
}
