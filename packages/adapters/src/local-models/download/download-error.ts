/** Why a download did not succeed. */
export type DownloadReason = 'unreachable' | 'answer' | 'checksum' | 'no_checksum';

export class DownloadError extends Error {
  readonly reason: DownloadReason;
  readonly detail: string;
  constructor(reason: DownloadReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = 'DownloadError';
    this.reason = reason;
    this.detail = detail;
  }
}
