import { readFromTab, storeForTab } from '../../../api/session.ts';

export type SsoReturn =
  | { kind: 'ticket'; ticket: string; verifier: string; next: string | undefined }
  | { kind: 'failed'; code: string };

function readKept(): { verifier: string; next: string | undefined } {
  try {
    const { verifier, next } = JSON.parse(readFromTab('singleSignOn') ?? '{}') as Record<string, unknown>;
    return {
      verifier: typeof verifier === 'string' ? verifier : '',
      next: typeof next === 'string' ? next : undefined,
    };
  } catch {
    return { verifier: '', next: undefined };
  }
}

/** What a company's provider sent back behind the `#`, which no server sees; undefined: one comes from elsewhere. */
export function readSsoReturn(hash: string): SsoReturn | undefined {
  const answer = new URLSearchParams(hash.replace(/^#/, ''));
  const code = answer.get('sso_error');
  if (code !== null) return { kind: 'failed', code };
  const ticket = answer.get('sso');
  return ticket === null ? undefined : { kind: 'ticket', ticket, ...readKept() };
}

/** The ticket works once: neither history nor a reload may offer it again. */
export function forgetSsoReturn(): void {
  storeForTab('singleSignOn', null);
}
