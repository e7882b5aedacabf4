import type { ModelErrorKind } from '@lectern/models';

export type LocalModelErrorKind = Extract<
  ModelErrorKind,
  `local_${string}` | 'aborted' | 'context_too_long' | 'bad_request'
>;

/** What a model on this machine fails with. The provider turns it into a ModelError. */
export class LocalModelError extends Error {
  readonly kind: LocalModelErrorKind;
  readonly detail: string | undefined;
  constructor(kind: LocalModelErrorKind, detail?: string) {
    super(detail === undefined ? kind : `${kind}: ${detail}`);
    this.name = 'LocalModelError';
    this.kind = kind;
    this.detail = detail;
  }
}
