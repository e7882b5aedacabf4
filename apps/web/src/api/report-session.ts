import type { ApiError, ApiErrorCode } from '@lectern/client';
import { type Endpoint, setActiveCompany } from '@lectern/contract';
import {
  announceSessionEvent,
  announceVisitEnded,
  endSession,
  findToken,
  isImpersonating,
  isVisitor,
  returnToOwnAccount,
  type SessionEvent,
} from './session.ts';

/** What ends a session, and how the page takes it. */
const endings: Partial<Record<ApiErrorCode, SessionEvent>> = {
  'auth.required': 'ended',
  'auth.session_expired': 'ended',
  'auth.two_factor_required': 'two_factor_required',
  'auth.account_disabled': 'locked_out',
  'auth.company_disabled': 'locked_out',
  'auth.no_company': 'locked_out',
};

/** A session that ended and a password that must change concern the whole page, not the one call. */
export function reportSession(
  error: ApiError,
  endpoint: Pick<Endpoint, 'id' | 'access'>,
  token: string | undefined,
): void {
  // A visit that has ended is begun again by its page; a person's session has nothing to do with it.
  if (isVisitor()) {
    if (endings[error.code] === 'ended' && endpoint.access === 'visitor') announceVisitEnded();
    return;
  }
  if (error.code === 'auth.password_change_required') announceSessionEvent('password_change_required');
  const ending = endings[error.code];
  // Sign-in errors are about another session, and switching errors about another company: this session continues.
  if (!ending || endpoint.access === 'anonymous') return;
  if (endpoint.id === setActiveCompany.id && ending !== 'ended') return;
  // A late answer to an old session must not end the one that began meanwhile.
  if ((token ?? null) !== findToken()) return;
  if (isImpersonating()) {
    returnToOwnAccount('over');
    return;
  }
  endSession();
  announceSessionEvent(ending);
}
