import type { Original } from './original.ts';
import type { Passage, Place } from './passage.ts';

/** What every kind of original is drawn from. */
export type ViewerContentProps = {
  original: Original;
  /** Opened at, highlighted; a new value moves the view. */
  passage: Passage | undefined;
  /** Called with the place that a person clicks in the original. */
  onPick: ((place: Place) => void) | undefined;
  onDownload: () => void;
};
