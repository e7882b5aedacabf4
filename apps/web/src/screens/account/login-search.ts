import { readText } from '../define-screen.ts';

const steps = ['sign-up', 'code', 'forgotten', 'new-password', 'company'] as const;
const notices = ['two-factor', 'password-changed', 'disabled'] as const;

type LoginSearch = {
  /** The page that was requested. */
  next?: string;
  /** Signing in where it is left out. */
  step?: (typeof steps)[number];
  notice?: (typeof notices)[number];
  /** The token of an invitation's mail. */
  invitation?: string;
  /** The sign-in name of a company, so that a link can lead to its own sign-in. */
  company?: string;
};

export function readLoginSearch({
  next,
  step,
  notice,
  invitation,
  company,
}: Record<string, unknown>): LoginSearch {
  return {
    next: readText(next),
    step: steps.find((known) => known === step) ?? (readText(company) ? 'company' : undefined),
    notice: notices.find((known) => known === notice),
    invitation: readText(invitation),
    company: readText(company),
  };
}
