import {
  type ChunkMethodDescription,
  enrichmentOptions,
  type Profile,
  type ProfileId,
  profiles,
  readingOptions,
} from '@lectern/contract';
import {
  type ChunkingSettings,
  finishChunkingSettings,
  type ProcessingSettings,
  toChunkingSettings,
} from '../chunking.ts';

/** What a profile sets; what it does not name has its default. */
export function settingsOfProfile(profile: Profile): ProcessingSettings {
  return {
    chunkMethod: profile.chunkMethod,
    chunkOptions: profile.chunkOptions,
    readingOptions: readingOptions.parse(profile.readingOptions),
    enrichmentOptions: enrichmentOptions.parse(profile.enrichmentOptions),
  };
}

/** The profiles whose method there is. */
export function findOfferedProfiles(methods: readonly ChunkMethodDescription[]): Profile[] {
  return profiles.filter(({ chunkMethod }) => methods.some(({ id }) => id === chunkMethod));
}

/** Sets what a profile says; which model writes and what reads scans is no matter of the profile. */
export function applyProfile(chunking: ChunkingSettings, profile: Profile): ChunkingSettings {
  const next = toChunkingSettings(settingsOfProfile(profile));
  const { ocr, ocrLanguages, taskPageSize } = chunking.reading;
  return {
    ...next,
    reading: { ...next.reading, ocr, ocrLanguages, taskPageSize },
    enrichment: { ...next.enrichment, chatModelId: chunking.enrichment.chatModelId },
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** The profile that a form's values are; undefined: they were changed from all of them. */
export function findProfile(
  chunking: ChunkingSettings,
  methods: readonly ChunkMethodDescription[],
): ProfileId | undefined {
  const canonical = (candidate: ChunkingSettings) =>
    JSON.stringify(
      sorted(
        finishChunkingSettings(
          candidate,
          methods.find(({ id }) => id === candidate.chunkMethod),
        ),
      ),
    );
  const own =
    finishChunkingSettings(
      chunking,
      methods.find(({ id }) => id === chunking.chunkMethod),
    ) && canonical(chunking);
  if (own === undefined) return undefined;
  return findOfferedProfiles(methods).find((profile) => canonical(applyProfile(chunking, profile)) === own)
    ?.id;
}
