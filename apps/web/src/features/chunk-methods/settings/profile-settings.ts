import {
  type ChunkMethodDescription,
  enrichmentOptions,
  type Profile,
  type ProfileId,
  profiles,
  readingOptions,
} from '@lectern/contract';
import { type Cutting, finishCutting, type ProcessingSettings, toCutting } from '../chunking.ts';

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
export function offeredProfiles(methods: readonly ChunkMethodDescription[]): Profile[] {
  return profiles.filter(({ chunkMethod }) => methods.some(({ id }) => id === chunkMethod));
}

/** Sets what a profile says; which model writes and what reads scans is no matter of the profile. */
export function applyProfile(cutting: Cutting, profile: Profile): Cutting {
  const next = toCutting(settingsOfProfile(profile));
  const { ocr, ocrLanguages, taskPageSize } = cutting.reading;
  return {
    ...next,
    reading: { ...next.reading, ocr, ocrLanguages, taskPageSize },
    enrichment: { ...next.enrichment, chatModelId: cutting.enrichment.chatModelId },
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
  cutting: Cutting,
  methods: readonly ChunkMethodDescription[],
): ProfileId | undefined {
  const canonical = (candidate: Cutting) =>
    JSON.stringify(
      sorted(
        finishCutting(
          candidate,
          methods.find(({ id }) => id === candidate.chunkMethod),
        ),
      ),
    );
  const own =
    finishCutting(
      cutting,
      methods.find(({ id }) => id === cutting.chunkMethod),
    ) && canonical(cutting);
  if (own === undefined) return undefined;
  return offeredProfiles(methods).find((profile) => canonical(applyProfile(cutting, profile)) === own)?.id;
}
