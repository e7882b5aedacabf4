/** Why a page is left out though it answered: a text key in every language. */
export const leftOutReasons = [
  'robots',
  'noindex',
  'other_site',
  'outside_folder',
  'not_included',
  'excluded',
  'not_a_page',
  'empty',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Why a page could not be had: a text key in every language. */
export const failureReasons = [
  'unreachable',
  'refused_address',
  'timeout',
  'too_large',
  'http_error',
  'needs_sign_in',
  'busy',
  'too_many_redirects',
  'robots_unreachable',
  'unreadable',
  'browser_missing',
  'browser_failed',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** What lets a later visit tell whether a page changed. */
export type Validators = { etag?: string; lastModified?: string; textHash?: string };

/** What came of a visit. */
export type PageOutcome =
  | {
      kind: 'content';
      /** `html`, or the extension of a linked file. */
      format: string;
      title: string;
      /** A page in UTF-8, or a file as it came. */
      bytes: Uint8Array;
      validators: Validators;
      links: string[];
      rendered: boolean;
    }
  | { kind: 'unchanged'; validators: Validators; links: string[] }
  /** The page sends its readers to another address, or names it as its true one: that one counts. */
  | { kind: 'moved'; to: string; why: 'redirect' | 'canonical'; links: string[] }
  | { kind: 'left_out'; reason: LeftOutReason; links: string[] }
  /** It was there, and the site says that it is no more. */
  | { kind: 'gone'; status: number }
  | { kind: 'failed'; reason: FailureReason; status?: number; detail?: string };
