import type { PageFailureReason, PageLeftOutReason } from '@lectern/contract';

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
  | { kind: 'left_out'; reason: PageLeftOutReason; links: string[] }
  /** It was there, and the site says that it is no more. */
  | { kind: 'gone'; status: number }
  | { kind: 'failed'; reason: PageFailureReason; status?: number; detail?: string };
