import { type ErrorCode, errors, errorText } from '@lectern/contract';
import { getLanguage } from '../../../locales/i18n.ts';

/** The contract's sentence for a code that came back in the address; loaded only when there is one. */
export function ssoErrorText(code: string, detail: string): string {
  const known = Object.hasOwn(errors, code) ? (code as ErrorCode) : 'sso.failed';
  return errorText(known, getLanguage(), { detail });
}
