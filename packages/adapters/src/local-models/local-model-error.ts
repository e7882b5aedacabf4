import type { ModelErrorKind } from '@lectern/models';

type Kind = Extract<ModelErrorKind, `local_${string}` | 'aborted'>;

/** What a model on this machine fails with. The provider turns it into a ModelError. */
export class LocalModelError extends Error {
  readonly kind: Kind;
  readonly detail: string | undefined;
  constructor(kind: Kind, detail?: string) {
    super(detail === undefined ? kind : `${kind}: ${detail}`);
    this.name = 'LocalModelError';
    this.kind = kind;
    this.detail = detail;
  }
}
