import type { ShownUsage } from '../use-usage.ts';
import type { UsageKind, UsageScope, UsageView } from './usage-view.ts';

/** What each part of the screen is given. */
export type UsagePart = {
  kind: UsageKind;
  scope: UsageScope;
  view: UsageView;
  shown: ShownUsage;
  /** Changes what is shown; begins at the first page unless the change says otherwise. */
  onChange: (changes: Partial<UsageView>) => void;
};
