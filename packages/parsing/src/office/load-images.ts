import type { Archive } from '../archive/read-archive.ts';
import type { Relationship } from '../archive/relationships.ts';

/** Pictures of a document by relationship id. */
export type LoadedImages = Map<string, { bytes: Uint8Array; mediaType: string }>;

const MEDIA_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};
/** Smaller pictures are bullets, lines and icons. */
const MIN_BYTES = 300;
const MAX_BYTES = 20 * 1024 * 1024;

/** The media type of a picture by its name; undefined for kinds that a browser does not draw. */
export function imageMediaType(name: string): string | undefined {
  return MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
}

/** Loads the pictures that a part refers to, as far as a browser can draw them. */
export async function loadImages(
  archive: Archive,
  relationships: Map<string, Relationship>,
): Promise<LoadedImages> {
  const images: LoadedImages = new Map();
  for (const { id, type, target, isExternal } of relationships.values()) {
    const mediaType = imageMediaType(target);
    if (type !== 'image' || isExternal || mediaType === undefined || !archive.has(target)) continue;
    const bytes = await archive.readBytes(target);
    if (bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES) images.set(id, { bytes, mediaType });
  }
  return images;
}
