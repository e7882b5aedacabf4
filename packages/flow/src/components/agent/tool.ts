import type { Json, RetrievalHit } from '@lectern/contract';
import type { z } from 'zod';

/** What came of a call: a text for the model, and passages that its answer may cite. */
export type ToolResult = { text: string; passages?: RetrievalHit[] };

type Call = { name: string; idempotencyKey: string };

/** One thing that the author of the node allowed. What it reaches is fixed; the model only fills in `takes`. */
export type Tool = {
  name: string;
  description: string;
  takes: z.ZodObject;
  /** What the model is told of `takes`, where a server has words of its own. */
  parameters?: Record<string, Json>;
  /** A person is asked before each call. */
  needsConsent?: boolean;
  run: (given: Record<string, Json>, call: Call) => Promise<ToolResult>;
};
