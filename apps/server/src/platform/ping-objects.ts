import type { ObjectStore } from '@lectern/adapters';

/** A well-formed key of nothing: asking for it shows that the store answers. */
const absentObject = `health/00/${'0'.repeat(64)}`;

/** Rejects where the object store does not answer. */
export async function pingObjects(objects: ObjectStore): Promise<void> {
  await objects.head(absentObject);
}
