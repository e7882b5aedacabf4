import type { ErrorCode, ErrorDetails } from '@lectern/contract';
import type { PageOutcome } from '@lectern/crawling';

export type RunId = { companyId: string; importId: string; run: number };

/** The run cannot continue, and a person can read why. */
export class RunFailed extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** Why a run ends whose first page cannot be had: nothing is known of the rest. Undefined where it continues. */
export function failureOfFirstPage(outcome: PageOutcome): RunFailed | undefined {
  switch (outcome.kind) {
    case 'gone':
      return new RunFailed('website_import.unreachable', { detail: `HTTP ${outcome.status}` });
    case 'left_out':
      return outcome.reason === 'robots' ? new RunFailed('website_import.robots_disallowed') : undefined;
    case 'failed':
      if (outcome.reason === 'refused_address') return new RunFailed('website_import.address_refused');
      if (outcome.reason === 'browser_missing') return new RunFailed('website_import.browser_missing');
      return new RunFailed('website_import.unreachable', {
        detail: outcome.status === undefined ? outcome.detail || outcome.reason : `HTTP ${outcome.status}`,
      });
    default:
      return undefined;
  }
}
