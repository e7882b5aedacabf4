import {
  type ChunkMethodDescription,
  type ChunkOptions,
  type EnrichmentOptions,
  enrichmentOptions,
  type RaptorOptions,
  type ReadingOptions,
} from '@lectern/contract';
import { type FieldValues, fillDefaults, findMissingFields } from '../../ui/form/schema-form.tsx';

/** How documents are read, cut and enriched, as a form edits it: a number may be missing while it is typed. */
export type ChunkingSettings = {
  chunkMethod: string;
  options: FieldValues;
  reading: Draft<Omit<ReadingOptions, 'pageRanges'>, 'taskPageSize'>;
  pageRanges: PageRangeDraft[];
  enrichment: Omit<EnrichmentOptions, 'raptor'> & { raptor: RaptorDraft };
};

type Draft<Options, Numbers extends keyof Options> = {
  [Key in keyof Options]: Key extends Numbers ? Options[Key] | null : Options[Key];
};

export type RaptorDraft = Draft<RaptorOptions, RaptorNumber>;
export const raptorNumbers = ['maxToken', 'threshold', 'maxCluster', 'randomSeed'] as const;
export type RaptorNumber = (typeof raptorNumbers)[number];
export type RaptorField = RaptorNumber | 'prompt';

export type PageRangeDraft = { from: number | null; to: number | null };

/** Text keys of what is wrong, by the place in the form. */
export type PageRangeErrors = { from?: PageRangeError; to?: PageRangeError };
export type PageRangeError = 'missingStart' | 'missingEnd' | 'toNotAfterFrom' | 'fromBeforePrevious';

/** What is stored with a base and with each document, and what the API takes. */
export type ProcessingSettings = {
  chunkMethod: string;
  chunkOptions: ChunkOptions;
  readingOptions: ReadingOptions;
  enrichmentOptions: EnrichmentOptions;
};

export function toChunkingSettings(stored: ProcessingSettings): ChunkingSettings {
  const { pageRanges, ...reading } = stored.readingOptions;
  return {
    chunkMethod: stored.chunkMethod,
    options: stored.chunkOptions,
    reading,
    pageRanges,
    enrichment: stored.enrichmentOptions,
  };
}

/** Another method: options go along where a person set them, and otherwise have the new method's defaults. */
export function changeMethod(
  chunking: ChunkingSettings,
  methods: readonly ChunkMethodDescription[],
  chunkMethod: string,
): ChunkingSettings {
  const before = methods.find(({ id }) => id === chunking.chunkMethod);
  const options = Object.fromEntries(
    Object.entries(chunking.options).filter(([name, value]) => {
      const usual = before?.options.find((option) => option.name === name)?.default;
      return JSON.stringify(value) !== JSON.stringify(usual);
    }),
  );
  return { ...chunking, chunkMethod, options };
}

/** Ranges are 1-based with an exclusive end, in order and apart from each other. */
export function checkPageRanges(ranges: readonly PageRangeDraft[]): PageRangeErrors[] {
  return ranges.map(({ from, to }, index) => {
    const errors: PageRangeErrors = {};
    const previous = ranges[index - 1];
    if (from === null) errors.from = 'missingStart';
    else if (previous?.to && from < previous.to) errors.from = 'fromBeforePrevious';
    if (to === null) errors.to = 'missingEnd';
    else if (from !== null && to <= from) errors.to = 'toNotAfterFrom';
    return errors;
  });
}

/** The fields of the summaries that are empty; none while summaries are off. */
export function findMissingRaptor(raptor: RaptorDraft): RaptorField[] {
  if (!raptor.enabled) return [];
  const numbers = raptorNumbers.filter((field) => raptor[field] === null);
  return raptor.prompt.trim() === '' ? ['prompt', ...numbers] : numbers;
}

/** What is not asked for may be left empty in the form: it is stored with its defaults. */
function finishEnrichment(enrichment: ChunkingSettings['enrichment']): EnrichmentOptions {
  const defaults = enrichmentOptions.parse({});
  const { raptor, graph } = enrichment;
  const filled = raptorNumbers.map((field) => [field, raptor[field] ?? defaults.raptor[field]] as const);
  return {
    ...enrichment,
    raptor: {
      ...raptor,
      ...(Object.fromEntries(filled) as Record<RaptorNumber, number>),
      prompt: raptor.prompt.trim() === '' ? defaults.raptor.prompt : raptor.prompt.trim(),
    },
    graph: graph.entityTypes.length > 0 ? graph : { ...graph, entityTypes: defaults.graph.entityTypes },
  };
}

/** Ready to be sent; undefined while something is missing or wrong. */
export function finishChunkingSettings(
  chunking: ChunkingSettings,
  method: ChunkMethodDescription | undefined,
): ProcessingSettings | undefined {
  if (!method) return undefined;
  const values = fillDefaults(method.options, chunking.options);
  if (findMissingFields(method.options, values).length > 0) return undefined;
  const { reading, enrichment } = chunking;
  const { taskPageSize } = reading;
  const wrong =
    taskPageSize === null ||
    checkPageRanges(chunking.pageRanges).some((errors) => errors.from || errors.to) ||
    findMissingRaptor(enrichment.raptor).length > 0 ||
    ((enrichment.graph.enabled || method.drawsGraph) && enrichment.graph.entityTypes.length === 0);
  if (wrong) return undefined;
  const chunkOptions: ChunkOptions = {};
  for (const { name } of method.options) {
    const value = values[name];
    if (value !== undefined && value !== null) chunkOptions[name] = value;
  }
  return {
    chunkMethod: chunking.chunkMethod,
    chunkOptions,
    readingOptions: {
      ...reading,
      taskPageSize,
      pageRanges: chunking.pageRanges.map(({ from, to }) => ({ from: from ?? 1, to: to ?? 2 })),
    },
    enrichmentOptions: finishEnrichment(enrichment),
  };
}
