import type { flowImportRemarks } from '@lectern/contract';

export type Remark = (typeof flowImportRemarks)[number];

/** What became of one part of a file. */
export type ReportedPart = {
  name: string;
  /** What the other product calls it. */
  type: string;
  /** The component that does its work; null: it was kept as a note. */
  component: string | null;
  nodeId: string;
  /** What did not come over with it. */
  remarks: Remark[];
};

/** The file is not what it says, or too much. */
export class ImportError extends Error {
  readonly detail: string;
  constructor(detail: string) {
    super(`Not a flow: ${detail}`);
    this.detail = detail;
  }
}
