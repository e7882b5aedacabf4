import { type ApiError, isAborted } from '@lectern/client';
import { uploadLimits } from '@lectern/contract';

const parallelUploads = 3;
const mostWaits = 20;
const tellEvery = 80;

/** Refused before anything is sent. */
export type LocalRefusal = 'tooLarge' | 'tooMany' | 'empty' | 'unsupported';

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; share: number }
  /** `sameAs`: what has the same content and was there before. */
  | { kind: 'done'; sameAs: string | undefined }
  /** Sending it again would end the same way. */
  | { kind: 'refused'; reason: LocalRefusal | { message: string } }
  | { kind: 'failed'; error: ApiError };

/** Sends one file; a refusal of the server is returned, not thrown. */
export type SendFile = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<{
  refused: readonly { message: string }[];
  duplicates?: readonly { original: { name: string } }[];
}>;

export type Upload = {
  id: number;
  /** Uploads into one place share a tray: the id of a knowledge base, or the file manager's. */
  place: string;
  file: File;
  send: SendFile;
  state: UploadState;
};

export type UploadOptions = {
  send: SendFile;
  /** Lower case, without the dot; empty: not known yet, the server decides. */
  acceptedExtensions: readonly string[];
};

/**
 * Uploads live outside the component tree: they continue, with their tray, while a person navigates. Three at
 * a time; what is too big or too many is refused on its own, and the rest continues.
 */
class UploadQueue {
  #uploads: readonly Upload[] = [];
  /** The snapshot that listeners were last notified of. */
  #shown: readonly Upload[] = [];
  #telling: number | undefined;
  #aborts = new Map<number, AbortController>();
  #waits = new Map<number, number>();
  #listeners = new Set<() => void>();
  #uploadedListeners = new Set<(place: string) => void>();
  #nextId = 1;

  getSnapshot = (): readonly Upload[] => this.#shown;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Called after each file that arrived. */
  subscribeUploaded(listener: (place: string) => void): () => void {
    this.#uploadedListeners.add(listener);
    return () => this.#uploadedListeners.delete(listener);
  }

  add(place: string, files: readonly File[], options: UploadOptions): void {
    const added = files.map((file, index): Upload => {
      const reason = findRefusal(file, index, options.acceptedExtensions);
      return {
        id: this.#nextId++,
        place,
        file,
        send: options.send,
        state: reason ? { kind: 'refused', reason } : { kind: 'waiting' },
      };
    });
    this.#set([...this.#uploads, ...added]);
    this.#sendNext();
  }

  retry(id: number): void {
    this.#change(id, { kind: 'waiting' });
    this.#sendNext();
  }

  /** Stops a running upload and takes it off the list. */
  remove(id: number): void {
    this.#aborts.get(id)?.abort();
    this.#set(this.#uploads.filter((upload) => upload.id !== id));
  }

  cancelAll(place: string): void {
    for (const { id, state } of this.#of(place))
      if (state.kind === 'waiting' || state.kind === 'sending') this.remove(id);
  }

  clearFinished(place: string): void {
    this.#set(
      this.#uploads.filter(
        (upload) =>
          upload.place !== place || upload.state.kind === 'waiting' || upload.state.kind === 'sending',
      ),
    );
  }

  #of(place: string): Upload[] {
    return this.#uploads.filter((upload) => upload.place === place);
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    const busy = uploads.some(({ state }) => state.kind === 'waiting' || state.kind === 'sending');
    if (busy) window.addEventListener('beforeunload', askBeforeLeaving);
    else window.removeEventListener('beforeunload', askBeforeLeaving);
    // Many small files change state faster than a page can be drawn.
    this.#telling ??= window.setTimeout(() => {
      this.#telling = undefined;
      this.#shown = this.#uploads;
      for (const listener of this.#listeners) listener();
    }, tellEvery);
  }

  #change(id: number, state: UploadState): void {
    this.#set(this.#uploads.map((upload) => (upload.id === id ? { ...upload, state } : upload)));
  }

  #sendNext(): void {
    const sending = this.#uploads.filter(({ state }) => state.kind === 'sending').length;
    const next = this.#uploads.filter(({ state }) => state.kind === 'waiting');
    for (const upload of next.slice(0, Math.max(parallelUploads - sending, 0))) void this.#send(upload);
  }

  async #send({ id, place, file, send }: Upload): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    this.#change(id, { kind: 'sending', share: 0 });
    try {
      const { refused, duplicates = [] } = await send(file, {
        signal: abort.signal,
        onProgress: (share) => this.#change(id, { kind: 'sending', share }),
      });
      const refusal = refused[0];
      this.#change(
        id,
        refusal
          ? { kind: 'refused', reason: { message: refusal.message } }
          : { kind: 'done', sameAs: duplicates[0]?.original.name },
      );
      if (!refusal) for (const listener of this.#uploadedListeners) listener(place);
    } catch (error) {
      if (isAborted(error)) return;
      await this.#handleError(id, error as ApiError);
    } finally {
      this.#aborts.delete(id);
      this.#sendNext();
    }
  }

  async #handleError(id: number, error: ApiError): Promise<void> {
    const waits = this.#waits.get(id) ?? 0;
    if (error.code === 'request.rate_limited' && waits < mostWaits) {
      this.#waits.set(id, waits + 1);
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 2) * 1000));
      this.#change(id, { kind: 'waiting' });
      return;
    }
    const refused = error.status >= 400 && error.status < 500 && error.message !== '' && error.status !== 429;
    this.#change(
      id,
      refused ? { kind: 'refused', reason: { message: error.message } } : { kind: 'failed', error },
    );
  }
}

function findRefusal(file: File, index: number, accepted: readonly string[]): LocalRefusal | undefined {
  if (index >= uploadLimits.maxFiles) return 'tooMany';
  if (file.size > uploadLimits.maxFileBytes) return 'tooLarge';
  if (file.size === 0) return 'empty';
  const extension = file.name.includes('.') ? file.name.split('.').at(-1)!.toLowerCase() : '';
  if (accepted.length > 0 && extension !== '' && !accepted.includes(extension)) return 'unsupported';
  return undefined;
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export const uploadQueue = new UploadQueue();
