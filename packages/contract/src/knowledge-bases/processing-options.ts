import { z } from 'zod';

/** Options of a chunk method, as its entry in the catalogue describes them. */
export const chunkOptions = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
);
export type ChunkOptions = z.infer<typeof chunkOptions>;

/**
 * What reads pages and pictures that have no text layer. `auto`: the program on this machine, else the company's model
 * that sees.
 */
export const ocrModes = ['auto', 'engine', 'vision', 'off'] as const;
export type OcrMode = (typeof ocrModes)[number];

export const ocrLanguages = ['en', 'fr', 'zh', 'zh-Hant'] as const;
export type OcrLanguage = (typeof ocrLanguages)[number];

/** In which languages pages are read where none were chosen: that of the knowledge base first, and English. */
export function defaultOcrLanguages(baseLanguage: string | undefined): OcrLanguage[] {
  const code = baseLanguage === 'zh-TRADITIONAL' ? 'zh-Hant' : baseLanguage;
  const own = ocrLanguages.find((language) => language === code);
  return own === undefined || own === 'en' ? ['en'] : [own, 'en'];
}

/** How documents are read before they are cut. */
export const readingOptions = z.strictObject({
  layoutRecognition: z.boolean().default(true),
  /** 1-based, `to` exclusive; empty: all pages. Each range starts where the one before ended, or later. */
  pageRanges: z
    .array(z.strictObject({ from: z.number().int().min(1), to: z.number().int().min(2) }))
    .max(64)
    .default([])
    .superRefine((ranges, context) => {
      ranges.forEach((range, index) => {
        if (range.to <= range.from)
          context.addIssue({ code: 'custom', path: [index, 'to'], message: 'page_range_order' });
        const previous = ranges[index - 1];
        if (previous && range.from < previous.to)
          context.addIssue({
            code: 'custom',
            path: [index, 'from'],
            message: 'page_range_overlap',
          });
      });
    }),
  /** Pages that are recognised in one go: progress is kept after each. */
  taskPageSize: z.number().int().min(1).max(128).default(12),
  ocr: z.enum(ocrModes).default('auto'),
  /** If empty: the language of the knowledge base, and English. */
  ocrLanguages: z.array(z.enum(ocrLanguages)).max(4).default([]),
  /** Web pages without navigation, header and footer of their site. */
  mainContentOnly: z.boolean().default(false),
  /** Running lines, page numbers and contents pages are chunked like any other text. */
  leaveNothingOut: z.boolean().default(false),
});
export type ReadingOptions = z.infer<typeof readingOptions>;

export const defaultEntityTypes = ['organization', 'person', 'location', 'event', 'time', 'concept'];

/** Summaries over groups of like chunks, and over groups of those (RAPTOR). The same seed gives the same groups. */
export const raptorOptions = z.strictObject({
  enabled: z.boolean().default(false),
  /** `{cluster_content}` stands for the texts of a group. */
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(8_000)
    .default(
      'Summarise the following passages in the language they are written in. Keep names, numbers and dates exactly; add nothing.\n\n{cluster_content}',
    ),
  /** Tokens of one summary. */
  maxToken: z.number().int().min(16).max(2_048).default(256),
  /** Probability from which a chunk belongs to a group. */
  threshold: z.number().min(0).max(1).default(0.1),
  maxCluster: z.number().int().min(1).max(1_024).default(64),
  randomSeed: z.number().int().min(0).max(2_147_483_647).default(0),
});
export type RaptorOptions = z.infer<typeof raptorOptions>;

/** What is made of the chunks once they are cut. What needs a model that writes is left out where there is none. */
export const enrichmentOptions = z.strictObject({
  /** Keywords found for each chunk. */
  autoKeywords: z.number().int().min(0).max(30).default(0),
  /** Questions that each chunk answers, written by a chat model. */
  autoQuestions: z.number().int().min(0).max(10).default(0),
  /** Figures described in words by a vision model. */
  describeFigures: z.boolean().default(false),
  raptor: raptorOptions.prefault({}),
  graph: z
    .strictObject({
      enabled: z.boolean().default(false),
      entityTypes: z.array(z.string().trim().min(1).max(64)).min(1).max(32).default(defaultEntityTypes),
    })
    .prefault({}),
  /** Chunks of the document's own table of contents that are kept as its map. */
  tableOfContentsChunkCount: z.number().int().min(0).max(32).default(0),
  /** Page one's text is kept with the document, found with its chunks and shown to the model. */
  firstPageText: z.boolean().default(false),
  /** What writes; null: the company's default chat model. */
  chatModelId: z.string().max(64).nullable().default(null),
});
export type EnrichmentOptions = z.infer<typeof enrichmentOptions>;
