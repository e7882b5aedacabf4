import type { ChunkOptions, EnrichmentOptions, ReadingOptions } from './processing-options.ts';

export const profileIds = ['default', 'web', 'municipal_rules', 'technical_manuals'] as const;
export type ProfileId = (typeof profileIds)[number];

/** One click that sets method and options; what a profile does not name has its default. */
export type Profile = {
  id: ProfileId;
  chunkMethod: string;
  chunkOptions: ChunkOptions;
  readingOptions: Partial<ReadingOptions>;
  enrichmentOptions: Partial<EnrichmentOptions>;
};

export const profiles: readonly Profile[] = [
  {
    id: 'default',
    chunkMethod: 'naive',
    chunkOptions: { chunkTokenNumber: 512 },
    readingOptions: {},
    enrichmentOptions: {},
  },
  {
    id: 'web',
    chunkMethod: 'naive',
    chunkOptions: { chunkTokenNumber: 512 },
    readingOptions: { mainContentOnly: true },
    enrichmentOptions: {},
  },
  {
    id: 'municipal_rules',
    chunkMethod: 'laws',
    chunkOptions: {},
    readingOptions: {},
    enrichmentOptions: { firstPageText: true },
  },
  {
    id: 'technical_manuals',
    chunkMethod: 'manual',
    chunkOptions: {},
    readingOptions: {},
    enrichmentOptions: { describeFigures: true, tableOfContentsChunkCount: 4 },
  },
];
