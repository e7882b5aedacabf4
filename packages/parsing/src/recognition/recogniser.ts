import type { GreyPicture, RecognisedLine } from '../parsed-document.ts';

/** What recognises text in pictures. */
export type PictureRecogniser = {
  /** Engine, version and languages: readings of one name can stand for each other. */
  name: string;
  /** Lines in reading order. Throws RecognitionError when there is no result for this picture. */
  recognise: (picture: GreyPicture, signal?: AbortSignal) => Promise<RecognisedLine[]>;
  /** Gives back what it holds between pictures. */
  close?: () => Promise<void>;
};

/** A picture that the engine gave up; others may be well. */
export class RecognitionError extends Error {
  readonly reason: 'time_limit' | 'unreadable';
  constructor(reason: 'time_limit' | 'unreadable', detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.name = 'RecognitionError';
    this.reason = reason;
  }
}
